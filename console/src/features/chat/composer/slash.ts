/** A slash at the beginning of a message offers bubbles; the following text narrows them down. */
import type { Bubble } from "@parley/contract/bubbles";

const shown = 8;

/** The text after the slash, or null where none is meant. */
export function phraseAfterSlash(text: string): string | null {
  return /^\/[^\n/]{0,50}$/.test(text) ? text.slice(1).trim() : null;
}

/** Names that begin with the phrase, then names that contain it, then contents that do. */
export function findBubbles(bubbles: Bubble[], phrase: string, most = shown): Bubble[] {
  const wanted = fold(phrase);
  const rank = ({ name, content }: Bubble) => {
    if (fold(name).startsWith(wanted)) return 0;
    if (fold(name).includes(wanted)) return 1;
    return fold(content).includes(wanted) ? 2 : 3;
  };
  return bubbles
    .map((bubble) => ({ bubble, rank: rank(bubble) }))
    .filter((one) => one.rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ bubble }) => bubble);
}

/** Case and accents do not matter. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
}
