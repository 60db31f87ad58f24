/** The SQL function `fold` for JavaScript: `fold.test.ts` of the server compares every character. */
import { ownLetters, plainLetters } from "./fold-table.ts";

const own = new Map(ownLetters.split("\t").map((pair) => [[...pair][0], pair.slice([...pair][0]?.length)]));
const plain = plainLetters.split(" ").map((run) => run.split("-").map((code) => Number.parseInt(code, 36)));

/** Text without case and accents. */
export function fold(text: string): string {
  let folded = "";
  for (const letter of text) folded += foldLetter(letter);
  return folded;
}

function foldLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 128) return letter.toLowerCase();
  const known = own.get(letter);
  if (known !== undefined) return known;
  if (plain.some(([first = 0, last = first]) => first <= code && code <= last))
    return letter.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return lower(letter);
}

/** A letter whose small form is several letters keeps its case. */
function lower(letter: string): string {
  const small = letter.toLowerCase();
  return [...small].length === 1 ? small : letter;
}
