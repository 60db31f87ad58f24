import type { Mail } from "@parley/contract/mail";
import type { Message } from "@parley/contract/messages";
import { ChevronDown, X } from "lucide-react";
import { Fragment, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { showDateTime, showDay, showTime } from "../../../ui/time.ts";
import { fullName, shortName } from "../../tickets/mail-head/addresses.ts";

type Props = {
  about: Message;
  quoted: boolean;
  /** The mail is forwarded below its header, not answered. */
  forwarded: boolean;
  /** The sender or addressee because of whom it is not quoted; null where it is. */
  prevented: null | { by: "sender" } | { by: "addressee"; name: string };
  onQuote: (quoted: boolean) => void;
};

/** The quoted mail below the text: folded, and removable. */
export function QuotedMail({ about, quoted, forwarded, prevented, onQuote }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!about.mail) return null;
  const name = shortName(about.mail.from);
  const title = t(forwarded ? "mailComposer.forwarding" : "mailComposer.quoting", {
    name,
    time: isToday(about.created_on) ? showTime(about.created_on) : showDateTime(about.created_on),
  });
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
          onClick={() => setOpen(!open)}
          className={`flex min-w-0 items-center gap-1 ${look}`}
        >
          <span dir="auto" className="truncate">
            {title}
          </span>
          <ChevronDown
            size={13}
            aria-hidden="true"
            className={`shrink-0 transition ${open ? "rotate-180" : ""}`}
          />
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
          {forwarded && <ForwardHead mail={about.mail} on={about.created_on} />}
          {about.content}
        </blockquote>
      )}
    </div>
  );
}

/** The header lines above the forwarded mail. */
function ForwardHead({ mail, on }: { mail: Mail; on: string }) {
  const { t } = useTranslation();
  const list = (addresses: Mail["to"]) => addresses.map(fullName).join(", ");
  const lines = [
    [t("mail.from"), fullName(mail.from)],
    [t("mail.date"), showDateTime(on)],
    [t("mail.subject"), mail.subject],
    [t("mail.to"), list(mail.to)],
    [t("mail.cc"), list(mail.cc)],
  ].filter(([, value]) => value !== "");
  return (
    <dl className="mb-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs whitespace-normal">
      {lines.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-text-3">{name}</dt>
          <dd dir="auto">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

const isToday = (on: string) => showDay(on) === showDay(new Date().toISOString());

const look =
  "rounded-chip border border-line-strong px-2 py-0.5 text-xs text-text-2 hover:bg-raised-2 hover:text-text max-phone:min-h-11 max-phone:min-w-11";
