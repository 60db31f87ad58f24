import { type Editor, useEditor } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { type RefObject, useEffect, useRef } from "react";
import { PictureNode } from "./picture-node.ts";

/** The nodes and marks that a mail's text may have. Shared with signatures. */
export const textKinds = StarterKit.configure({
  heading: false,
  code: false,
  codeBlock: false,
  strike: false,
  horizontalRule: false,
  dropcursor: false,
  gapcursor: false,
  trailingNode: false,
  link: { openOnClick: false, defaultProtocol: "https" },
});

/** The editor's callbacks; always the newest ones. */
export type EditorUse = {
  label: string;
  /** Attributes for screen readers beyond its name. */
  describes: Record<string, string | undefined>;
  onChange: (html: string, text: string) => void;
  /** Returns true when the key is handled. */
  onKey: (event: KeyboardEvent) => boolean;
  /** Pictures become part of the text, at `at` or at the cursor; returns true when they are accepted. */
  onFiles: (files: File[], at: number | null) => boolean;
  addressOf: (fileid: string) => string | null;
};

export const textOf = (editor: Editor): string => editor.getText({ blockSeparator: "\n" });

/** The editor of a mail's text. `html` brings changes from elsewhere, unless it equals the text written here. */
export function useMailEditor(
  html: string,
  use: EditorUse,
): { editor: Editor; field: RefObject<HTMLElement | null> } {
  const newest = useRef(use);
  useEffect(() => {
    newest.current = use;
  });
  const field = useRef<HTMLElement>(null);
  const editor = useEditor({
    extensions: [
      textKinds,
      PictureNode.configure({ addressOf: (fileid) => newest.current.addressOf(fileid) }),
    ],
    content: html,
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    // The editor has no element before it is mounted.
    onMount: ({ editor }) => {
      field.current = editor.view.dom;
    },
    onUpdate: ({ editor }) => newest.current.onChange(htmlOf(editor), textOf(editor)),
    editorProps: {
      attributes: () => ({
        class: "mail-text",
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": newest.current.label,
        dir: "auto",
        spellcheck: "true",
        lang: "",
        ...definedOf(newest.current.describes),
      }),
      handleKeyDown: (_view, event) => newest.current.onKey(event),
      handlePaste: (_view, event) => {
        const files = filesOf(event.clipboardData);
        return files.length > 0 && newest.current.onFiles(files, null);
      },
      handleDrop: (view, event, _slice, moved) => {
        const files = moved ? [] : [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return false;
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? null;
        return newest.current.onFiles(files, at);
      },
    },
  });
  useEffect(() => {
    // While a part of the page loads, React removes the composer and brings it back with another editor.
    if (editor.isDestroyed) return;
    if (htmlOf(editor) !== html) editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);
  return { editor, field };
}

/** Empty for an empty text. */
const htmlOf = (editor: Editor): string => (editor.isEmpty ? "" : editor.getHTML());

/** A text processor adds a picture of the words: then the words are meant. */
function filesOf(data: DataTransfer | null): File[] {
  const words = data?.types.includes("text/plain") && data.types.includes("text/html");
  return words ? [] : [...(data?.files ?? [])];
}

const definedOf = (attributes: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
