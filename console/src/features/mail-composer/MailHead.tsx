import type { DraftMail } from "@parley/contract/drafts";
import type { MailAddress } from "@parley/contract/mail";
import { type ReactNode, type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { without } from "../mail-head/addresses.ts";
import { AddressField } from "./AddressField.tsx";

type Head = Pick<DraftMail, "to" | "cc" | "bcc" | "subject">;
type Props = {
  head: Head;
  participants: MailAddress[];
  onChange: (change: Partial<Head>) => void;
  to: RefObject<HTMLInputElement | null>;
  /** Of a new conversation: nothing has given it a subject. */
  withSubject?: boolean;
};

type Row = "cc" | "bcc" | "subject";
const longestSubject = 998;

/** To, and on demand Cc, Bcc and the subject. */
export function MailHead({ head, participants, onChange, to, withSubject = false }: Props) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Row | null>(null);
  const [open, setOpen] = useState<Row[]>(withSubject ? ["subject"] : []);
  const shown = (row: Row) => open.includes(row) || (row !== "subject" && head[row].length > 0);
  const free = without(participants, [...head.to, ...head.cc, ...head.bcc]);
  const ask = (row: Row) => {
    setOpen([...open, row]);
    setAsked(row);
  };
  return (
    <div className="grid max-h-44 overflow-y-auto overscroll-contain border-b border-line px-3 py-1 [&:has([role=option])]:overflow-visible">
      <Line name={t("mail.to")}>
        <AddressField
          label={t("mail.to")}
          field={to}
          addresses={head.to}
          suggestions={free}
          onChange={(next) => onChange({ to: next })}
        />
        <span className="ml-auto flex shrink-0 self-start">
          {(["cc", "bcc", "subject"] as const)
            .filter((row) => !shown(row))
            .map((row) => (
              <button
                key={row}
                type="button"
                onClick={() => ask(row)}
                className="h-7 rounded-chip px-1.5 text-xs text-text-2 hover:bg-raised-2 hover:text-text max-phone:h-11 max-phone:min-w-11 max-phone:px-2.5"
              >
                {t(`mail.${row}`)}
              </button>
            ))}
        </span>
      </Line>
      {(["cc", "bcc"] as const).filter(shown).map((row) => (
        <Line key={row} name={t(`mail.${row}`)}>
          <AddressField
            label={t(`mail.${row}`)}
            addresses={head[row]}
            suggestions={free}
            focused={asked === row}
            onChange={(next) => onChange({ [row]: next })}
          />
        </Line>
      ))}
      {shown("subject") && (
        <Line name={t("mail.subject")}>
          <input
            aria-label={t("mail.subject")}
            dir="auto"
            value={head.subject}
            maxLength={longestSubject}
            // biome-ignore lint/a11y/noAutofocus: the agent has just asked for this field
            autoFocus={asked === "subject"}
            onChange={({ target }) => onChange({ subject: target.value })}
            className="h-7 min-w-0 flex-1 bg-transparent text-s outline-none max-phone:h-11"
          />
        </Line>
      )}
    </div>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-start gap-2 py-0.5">
      <span aria-hidden="true" className="flex h-7 shrink-0 items-center text-s text-text-3 max-phone:h-11">
        {name}
      </span>
      {children}
    </div>
  );
}
