/** Finds pages of the guide by words. */
import MiniSearch from "minisearch";
import type { HelpPage } from "./guide-pages.ts";

export type Found = { page: HelpPage; excerpt: string };

const around = 70;
/** Words with fewer letters have no other forms worth a guess. */
const shortest = 5;

/**
 * Pages with any of the words, or another form of one, best first: `invite` finds "invitation". The excerpt shows the
 * match.
 */
export function searchGuide(pages: HelpPage[], typed: string): Found[] {
  return indexOf(pages)
    .search({ combineWith: "OR", queries: wordsOf(typed).map(anyForm) })
    .flatMap(({ id, terms }) => {
      const page = pages.find((one) => one.id === id);
      return page ? { page, excerpt: excerptOf(page.words, terms) } : [];
    });
}

const indexes = new WeakMap<HelpPage[], MiniSearch<HelpPage>>();

function indexOf(pages: HelpPage[]): MiniSearch<HelpPage> {
  const known = indexes.get(pages);
  if (known) return known;
  const index = new MiniSearch<HelpPage>({
    fields: ["title", "words"],
    tokenize: wordsOf,
    processTerm: (word) => word,
    searchOptions: { boost: { title: 3 } },
  });
  index.addAll(pages);
  indexes.set(pages, index);
  return index;
}

/**
 * The typed word counts most, then longer words with this beginning, then words with the same stem, then misspelt ones.
 */
function anyForm(word: string) {
  const stem = word.length >= shortest ? word.slice(0, Math.ceil(word.length * 0.8)) : word;
  return {
    combineWith: "OR" as const,
    queries: [
      { queries: [word], boost: { title: 6, words: 2 } },
      { queries: [word], prefix: word.length > 2 },
      { queries: [stem], prefix: stem !== word },
      { queries: [word], fuzzy: word.length >= shortest ? 1 : false },
    ],
  };
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

const wordsOf = (text: string): string[] =>
  [...segmenter.segment(fold(text))].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []));

/** Folds case and accents. Keeps the length, so that positions agree. */
const fold = (text: string) =>
  [...text]
    .map((sign) => {
      const plain = sign.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
      return plain.length === sign.length ? plain : sign;
    })
    .join("");

function excerptOf(text: string, words: string[]): string {
  const folded = fold(text);
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const start = first > around ? text.indexOf(" ", first - around) + 1 : 0;
  const end = start + 2 * around;
  return `${start > 0 ? "…" : ""}${text.slice(start, end).trim()}${end < text.length ? "…" : ""}`;
}
