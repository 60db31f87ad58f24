/**
 * The most common passwords, from zxcvbn's list: some 50 000, the commonest first. The list is unpacked with the first
 * check; most processes never need it.
 */
let ranks: Promise<Map<string, number>> | undefined;

/** Every variant of the first so many passwords with digits behind is common, too. */
const commonest = 2_000;

/** Capitals, signs before or behind and the usual replacements (P@ssw0rd1!) do not make a common password rare. */
export async function isCommonPassword(password: string): Promise<boolean> {
  ranks ??= load();
  const rankOf = await ranks;
  const lower = password.toLowerCase();
  const core = lower.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  if ([lower, core, plain(core)].some((form) => rankOf.has(form))) return true;
  const rank = rankOf.get(plain(core.replace(/\d+$/, "")));
  return rank !== undefined && rank < commonest;
}

const letters: Record<string, string> = {
  "@": "a",
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  $: "s",
};
const plain = (text: string) => text.replace(/[@013457$]/g, (sign) => letters[sign] ?? sign);

async function load(): Promise<Map<string, number>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Map(dictionary["passwords-common"].map((password, rank) => [password, rank]));
}
