import { fold } from "@parley/contract/fold";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const isLetter = (code: number) => code > 0 && (code < 0xd800 || code > 0xdfff);
/** The planes beyond hold no letter that is folded. */
const end = 0x20000;
const codes = Array.from({ length: end }, (_, code) => code).filter(isLetter);

async function foldedByPostgres(): Promise<Map<number, string>> {
  const { rows } = await world.desk("harbour", ({ db }) =>
    sql<{
      code: number;
      folded: string;
    }>`select code, fold(chr(code)) as folded from generate_series(1, ${end - 1}) code
      where code not between 55296 and 57343 and fold(chr(code)) <> chr(code)`.execute(db),
  );
  return new Map(rows.map(({ code, folded }) => [code, folded]));
}

const plain = (letter: string) => letter.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
function lower(letter: string): string {
  const small = letter.toLowerCase();
  return [...small].length === 1 ? small : letter;
}

/** Letters that decompose are told by runs of codes; those that do neither are listed. */
function tableOf(folded: Map<number, string>): string {
  const own: string[] = [];
  const runs: [number, number][] = [];
  let run: [number, number] | null = null;
  for (const code of codes) {
    const letter = String.fromCodePoint(code);
    const wanted = folded.get(code) ?? letter;
    const [byCase, byForm] = [lower(letter) === wanted, plain(letter) === wanted];
    if (!byCase && !byForm) own.push(letter + wanted);
    else if (!byCase && run) run[1] = code;
    else if (!byCase) {
      run = [code, code];
      runs.push(run);
    } else if (!byForm) run = null;
  }
  const shown = runs.map((one) => one.map((code) => code.toString(36)).join("-")).join(" ");
  return `/** Written by \`fold.test.ts\` of the server with \`-u\`, from what PostgreSQL answers. */

/** Runs of letters that lose their marks, by their codes in base 36. */
export const plainLetters =
  ${JSON.stringify(shown)};

/** Letters, each with what stands for it. */
export const ownLetters =
  ${JSON.stringify(own.join("\t"))};
`;
}

test("every letter is folded as PostgreSQL folds it", async () => {
  const folded = await foldedByPostgres();
  await expect(tableOf(folded)).toMatchFileSnapshot("../../../../contract/src/fold-table.ts");
  const wrong = codes.filter((code) => {
    const letter = String.fromCodePoint(code);
    return fold(letter) !== (folded.get(code) ?? letter);
  });
  expect(wrong).toEqual([]);
});

test("a text is folded as PostgreSQL folds it", async () => {
  const letters = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }));
  const texts = fc.sample(letters, { numRuns: 1_000, seed: 7 }).map((text) => text.replaceAll("\0", ""));
  texts.push("ΟΔΟΣ Σίσυφος", "İSTANBUL ısparta", "Straße ẞ", "e\u0301 Ångström ㏆ ﬁ がぎ カﾞ", "½ № ™ …");
  const { rows } = await world.desk("harbour", ({ db }) =>
    sql<{
      folded: string;
    }>`select fold(text) as folded from unnest(${texts}::text[]) with ordinality t (text, at)
      order by at`.execute(db),
  );
  expect(texts.map(fold)).toEqual(rows.map(({ folded }) => folded));
});
