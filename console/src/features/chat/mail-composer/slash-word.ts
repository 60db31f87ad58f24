import type { Editor } from "@tiptap/react";
import { slashWordIn } from "../composer/slash.ts";

/** The same as `slashWordIn` for an editor's text. */
export function slashWord({ state: { selection, doc } }: Pick<Editor, "state">): string {
  const { empty, $from } = selection;
  if (!empty) return "";
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\n");
  return slashWordIn(before, $from.parent === doc.firstChild);
}
