import { fold } from "@parley/contract/fold";

/** The number of letters before the first mark, and in all. */
const lead = 40;
const shown = 180;

export type Excerpt = { text: string; marks: { from: number; to: number }[] };

/**
 * The part of a text around the first of some folded words, with the places of all of them. Letters are folded one by
 * one, since folding may change the number of units of a letter.
 */
export function excerptOf(whole: string, words: string[]): Excerpt {
  const letters = [...whole.replaceAll(/\s/g, " ")];
  const folded: string[] = [];
  /** The letter that each unit of the folded text comes from. */
  const letterAt: number[] = [];
  for (const [at, letter] of letters.entries()) {
    const one = fold(letter);
    folded.push(one);
    for (let unit = 0; unit < one.length; unit += 1) letterAt.push(at);
  }
  const runs = joined(words.flatMap((word) => placesOf(folded.join(""), word, letterAt)));
  const from =
    letters.length > shown ? Math.max(0, Math.min((runs[0]?.[0] ?? 0) - lead, letters.length - shown)) : 0;
  const until = Math.min(letters.length, from + shown);
  const before = from > 0 ? "…" : "";
  const unitsTo = (letter: number) => before.length + letters.slice(from, letter).join("").length;
  return {
    text: before + letters.slice(from, until).join("") + (until < letters.length ? "…" : ""),
    marks: runs
      .filter(([first, last]) => first >= from && last <= until)
      .map(([first, last]) => ({ from: unitsTo(first), to: unitsTo(last) })),
  };
}

/** Pairs of letters: the first, and the one after the last. A short word is marked where it begins a word. */
function placesOf(text: string, word: string, letterAt: number[]): [number, number][] {
  const places: [number, number][] = [];
  if (!word) return places;
  const short =
    word.length < 3 && !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (short && /[\p{L}\p{N}]/u.test(text.charAt(at - 1))) continue;
    const last = letterAt[at + word.length - 1];
    places.push([letterAt[at] ?? 0, (last ?? 0) + 1]);
  }
  return places;
}

function joined(places: [number, number][]): [number, number][] {
  const runs: [number, number][] = [];
  for (const [first, last] of places.toSorted(([one], [other]) => one - other)) {
    const run = runs.at(-1);
    if (run && first <= run[1]) run[1] = Math.max(run[1], last);
    else runs.push([first, last]);
  }
  return runs;
}
