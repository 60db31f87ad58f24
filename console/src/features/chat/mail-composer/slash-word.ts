import type { Editor } from "@tiptap/react";

/**
 * A slash at a word's start and the following text up to the cursor; empty where there is none. Only at the text's
 * start may it contain spaces.
 */
export function slashWord({ state: { selection, doc } }: Pick<Editor, "state">): string {
  const { empty, $from } = selection;
  if (!empty) return "";
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\n");
  const first = $from.parent === doc.firstChild && /^\/[^\n/]{0,50}$/.exec(before);
  return (first || /(?<!\S)\/[^\s/]{0,50}$/.exec(before))?.[0] ?? "";
}
