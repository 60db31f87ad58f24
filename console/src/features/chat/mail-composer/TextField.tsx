import { type Editor, EditorContent, type JSONContent } from "@tiptap/react";

type Props = { editor: Editor; empty: boolean; placeholder: string };

/** The mail's text; it grows with its content, and scrolls from a third of the window on. */
export function TextField({ editor, empty, placeholder }: Props) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click beside the text is one into it; the text itself handles the keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      onClick={({ target, currentTarget }) => target === currentTarget && editor.commands.focus("end")}
      className="relative max-h-[min(18rem,30dvh)] min-h-16 max-phone:max-h-[22dvh] max-phone:min-h-11 cursor-text overflow-y-auto px-3.5 py-2.5"
    >
      {empty && (
        <span aria-hidden="true" className="pointer-events-none absolute text-text-3">
          {placeholder}
        </span>
      )}
      <EditorContent editor={editor} />
    </div>
  );
}

/** Plain text as the editor's content: each line a paragraph. A single line joins the present paragraph. */
export function contentOf(text: string): JSONContent[] {
  const lines = text.split("\n");
  const inline = (line: string) => (line ? [{ type: "text", text: line }] : []);
  if (lines.length === 1) return inline(text);
  return lines.map((line) => ({ type: "paragraph", content: inline(line) }));
}
