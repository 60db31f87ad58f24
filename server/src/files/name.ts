const longest = 150;
const unseen = /(?!(?<=\p{Emoji}|\uFE0F)\u200D\p{Extended_Pictographic})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * A name to show and to download under. It is never used on our disk, but others will save under it, so it is one plain
 * segment without control or bidirectional characters ("exe.gpj" shown as "jpg.exe"). The joiner within an emoji stays.
 */
export function cleanName(name: string): string {
  const last = name.normalize("NFC").split(/[/\\]/).pop() ?? "";
  const clean = last
    .replace(unseen, "")
    .replace(/^[\s.]+/, "")
    .trim();
  if (!clean) return "file";
  const characters = [...clean];
  if (characters.length <= longest) return clean;
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(clean)?.[0] ?? "";
  return characters.slice(0, longest - ending.length).join("") + ending;
}
