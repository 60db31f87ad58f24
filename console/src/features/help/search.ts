/** Finds pages of the guide by words. */
import type { HelpPage } from "./guide-pages.ts";

export type Found = { page: HelpPage; excerpt: string };

const around = 70;

/** Pages that hold every word, those with one in their title first. The excerpt shows where. */
export function searchGuide(pages: HelpPage[], typed: string): Found[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return pages
    .filter((page) => words.every((word) => fold(`${page.title} ${page.words}`).includes(word)))
    .map((page) => ({ page, excerpt: excerptOf(page.words, words) }))
    .sort((one, other) => inTitle(other.page, words) - inTitle(one.page, words));
}

/** Case does not matter, and neither do accents. Keeps the length, so that places agree. */
const fold = (text: string) =>
  [...text]
    .map((sign) => {
      const plain = sign.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
      return plain.length === sign.length ? plain : sign;
    })
    .join("");

const inTitle = ({ title }: HelpPage, words: string[]) =>
  words.filter((word) => fold(title).includes(word)).length;

function excerptOf(text: string, words: string[]): string {
  const folded = fold(text);
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const start = first > around ? text.indexOf(" ", first - around) + 1 : 0;
  const end = start + 2 * around;
  return `${start > 0 ? "…" : ""}${text.slice(start, end).trim()}${end < text.length ? "…" : ""}`;
}
