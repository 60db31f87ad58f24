import { Smile } from "lucide-react";
import { lazy, type RefObject, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { loadEmojiPanel } from "./later.ts";

const EmojiPanel = lazy(loadEmojiPanel);

type Props = {
  onChoose: (emoji: string) => void;
  /** What has the focus when the panel is closed. */
  field: RefObject<HTMLElement | null>;
};

export function EmojiButton({ onChoose, field }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <span ref={anchor}>
      <IconButton
        label={t("composer.emoji")}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Smile size={18} />
      </IconButton>
      {open && (
        <Suspense fallback={null}>
          <EmojiPanel anchor={anchor} field={field} onChoose={onChoose} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
