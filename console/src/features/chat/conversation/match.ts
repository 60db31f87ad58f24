import { fold } from "@parley/contract/fold";

/** The number of characters of a long text before the match. */
const lead = 40;
const shown = 150;

/**
 * The position of a keyword in a text, case and accents folded as the server folds them. A long text is cut around it.
 * A match by the server's own rules is shown without a mark.
 */
export function matchIn(text: string, keyword: string): { before: string; match: string; after: string } {
  // Goes letter by letter, since folding may change the number of units of a letter.
  const letters = [...text];
  const folded = letters.map(fold);
  const wanted = fold(keyword);
  const starts: number[] = [];
  let length = 0;
  for (const letter of folded) {
    starts.push(length);
    length += letter.length;
  }
  const at = wanted ? folded.join("").indexOf(wanted) : -1;
  if (at < 0) return { before: cut(letters), match: "", after: "" };
  const first = starts.findLastIndex((start) => start <= at);
  const end = starts.findIndex((start) => start >= at + wanted.length);
  const last = end < 0 ? letters.length : end;
  const from = letters.length > shown ? Math.max(0, first - lead) : 0;
  return {
    before: (from > 0 ? "…" : "") + letters.slice(from, first).join(""),
    match: letters.slice(first, last).join(""),
    after: cut(letters.slice(last)),
  };
}

const cut = (letters: string[]) =>
  letters.length > shown ? `${letters.slice(0, shown).join("")}…` : letters.join("");
