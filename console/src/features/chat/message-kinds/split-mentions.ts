/** A part of a text, from `at` on. `name` is set where it is a mention. */
type Part = { at: number; text: string; name?: string };

/** The text in parts, by an `@` with one of these names. The longer of two names counts. */
export function splitMentions(text: string, names: string[]): Part[] {
  const known = [...new Set(names)].filter(Boolean).toSorted((a, b) => b.length - a.length);
  if (known.length === 0) return [{ at: 0, text }];
  const either = known.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  const mention = new RegExp(`(?<![\\p{L}\\p{N}])@(${either})(?![\\p{L}\\p{N}])`, "gu");
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: whole, 1: name = "", index } of text.matchAll(mention)) {
    parts.push({ at: end, text: text.slice(end, index) }, { at: index, text: whole, name });
    end = index + whole.length;
  }
  return [...parts, { at: end, text: text.slice(end) }].filter((part) => part.text !== "");
}
