/** A slash at a word's start offers bubbles; the following text narrows them down. */
import type { Bubble } from "@parley/contract/bubbles";

const shown = 8;

/** The text after the slash, or null where none is meant. */
export function phraseAfterSlash(text: string): string | null {
  return /^\/[^\n/]{0,50}$/.test(text) ? text.slice(1).trim() : null;
}

/**
 * A slash at a word's start and the text from it to the end of `before`, which ends at the cursor; empty where there is
 * none. Only at the text's start may it contain spaces.
 */
export function slashWordIn(before: string, atStart = true): string {
  const first = atStart && /^\/[^\n/]{0,50}$/.exec(before);
  return (first || /(?<!\S)\/[^\s/]{0,50}$/.exec(before))?.[0] ?? "";
}

/** Names that begin with the phrase, then names that contain it, then folders and contents that do. */
export function findBubbles<One extends Bubble & { folder?: string }>(
  bubbles: One[],
  phrase: string,
  most = shown,
): One[] {
  const wanted = fold(phrase);
  const rank = ({ name, content, folder = "" }: One) => {
    if (fold(name).startsWith(wanted)) return 0;
    if (fold(name).includes(wanted)) return 1;
    return fold(`${folder}\n${content}`).includes(wanted) ? 2 : 3;
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
