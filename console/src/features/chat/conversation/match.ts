import { fold } from "../../../ui/fold.ts";

/** So much of a long text comes before what was looked for. */
const lead = 40;
const shown = 150;

/**
 * Where a keyword stands in a text, case and accents folded as the server folds them. A long text is cut around it. What
 * the server found by a rule of its own is shown without a mark.
 */
export function matchIn(text: string, keyword: string): { before: string; match: string; after: string } {
  // Letter by letter, for folding may change how many units a letter has.
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
