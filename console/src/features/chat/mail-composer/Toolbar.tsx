import { type Editor, useEditorState } from "@tiptap/react";
import {
  Bold,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  RemoveFormatting,
  TextQuote,
  Underline,
} from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { LinkPanel } from "./LinkPanel.tsx";

const marks = ["bold", "italic", "underline"] as const;
const blocks = ["bulletList", "orderedList", "blockquote"] as const;
type Kind = (typeof marks)[number] | (typeof blocks)[number];

const icons: Record<Kind, LucideIcon> = {
  bold: Bold,
  italic: Italic,
  underline: Underline,
  bulletList: List,
  orderedList: ListOrdered,
  blockquote: TextQuote,
};

/** The formatting buttons. Each is a switch that shows the state at the cursor. */
export function Toolbar({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const [linking, setLinking] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      ...Object.fromEntries([...marks, ...blocks].map((kind) => [kind, now.isActive(kind)])),
      link: now.isActive("link"),
    }),
  }) as Record<Kind | "link", boolean>;
  const toggle = (kind: Kind) => {
    const chain = editor.chain().focus();
    const toggles = {
      bold: () => chain.toggleBold(),
      italic: () => chain.toggleItalic(),
      underline: () => chain.toggleUnderline(),
      bulletList: () => chain.toggleBulletList(),
      orderedList: () => chain.toggleOrderedList(),
      blockquote: () => chain.toggleBlockquote(),
    };
    toggles[kind]().run();
  };
  return (
    <div role="toolbar" aria-label={t("mailComposer.format")} className="flex shrink-0 items-center">
      {[...marks, ...blocks].map((kind) => {
        const Icon = icons[kind];
        return (
          <IconButton
            key={kind}
            label={t(`mailComposer.${kind}`)}
            aria-pressed={on[kind]}
            // Keeps the focus, and with it the selection, in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => toggle(kind)}
            className="size-8! aria-pressed:bg-raised-2 aria-pressed:text-text max-phone:size-11!"
          >
            <Icon size={16} />
          </IconButton>
        );
      })}
      <span ref={anchor}>
        <IconButton
          label={t("mailComposer.link")}
          aria-haspopup="dialog"
          aria-expanded={linking}
          aria-pressed={on.link}
          onClick={() => setLinking(!linking)}
          className="size-8! aria-pressed:bg-raised-2 aria-pressed:text-text max-phone:size-11!"
        >
          <Link size={16} />
        </IconButton>
      </span>
      <IconButton
        label={t("mailComposer.plain")}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => editor.chain().focus().unsetAllMarks().clearNodes().run()}
        className="size-8! max-phone:size-11!"
      >
        <RemoveFormatting size={16} />
      </IconButton>
      {linking && <LinkPanel editor={editor} anchor={anchor} onClose={() => setLinking(false)} />}
    </div>
  );
}
