import type { Message } from "@parley/contract/messages";
import { X } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/IconButton.tsx";
import { showDateTime } from "../../ui/time.ts";
import { shortName } from "../mail-head/addresses.ts";

type Props = {
  about: Message;
  quoted: boolean;
  /** Who keeps it from being quoted: null where nothing does. */
  prevented: null | { by: "sender" } | { by: "addressee"; name: string };
  onQuote: (quoted: boolean) => void;
};

/** The mail that goes along below the text: folded, and removable. */
export function QuotedMail({ about, quoted, prevented, onQuote }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!about.mail) return null;
  const name = shortName(about.mail.from);
  const title = t("mailComposer.quoted", { name, time: showDateTime(about.created_on) });
  if (prevented) {
    return (
      <p className="px-3 pb-1 text-xs text-text-3">
        {prevented.by === "sender"
          ? t("mailComposer.notQuoted")
          : t("mailComposer.notQuotedTo", { name: prevented.name })}
      </p>
    );
  }
  if (!quoted) {
    return (
      <p className="px-3 pb-1">
        <button type="button" onClick={() => onQuote(true)} className={look}>
          {t("mailComposer.quote", { name })}
        </button>
      </p>
    );
  }
  return (
    <div className="px-3 pb-1">
      <p className="flex items-center gap-1">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          aria-label={title}
          title={title}
          onClick={() => setOpen(!open)}
          className={look}
        >
          ··· {open && title}
        </button>
        <IconButton
          label={t("mailComposer.removeQuote")}
          onClick={() => {
            setOpen(false);
            onQuote(false);
          }}
          className="size-7! max-phone:size-11!"
        >
          <X size={14} />
        </IconButton>
      </p>
      {open && (
        <blockquote
          id={id}
          dir="auto"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
          tabIndex={0}
          className="mt-1 max-h-32 overflow-y-auto border-l-[3px] border-line-strong pl-3 text-s break-words whitespace-pre-wrap text-text-2"
        >
          {about.content}
        </blockquote>
      )}
    </div>
  );
}

const look =
  "rounded-chip border border-line-strong px-2 py-0.5 text-xs text-text-2 hover:bg-raised-2 hover:text-text max-phone:min-h-11 max-phone:min-w-11";
