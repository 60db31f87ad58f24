import { MessageSquareQuote } from "lucide-react";
import { lazy, type RefObject, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { loadBubblePanel } from "./later.ts";

const BubblePanel = lazy(loadBubblePanel);

type Props = { onChoose: (content: string) => void; field: RefObject<HTMLElement | null> };

export function BubbleButton({ onChoose, field }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <span ref={anchor}>
      <IconButton
        label={t("composer.bubble")}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <MessageSquareQuote size={18} />
      </IconButton>
      {open && (
        <Suspense fallback={null}>
          <BubblePanel anchor={anchor} field={field} onChoose={onChoose} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
