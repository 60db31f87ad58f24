import type { DraftMail } from "@parley/contract/drafts";
import type { MailAddress } from "@parley/contract/mail";
import { type ReactNode, type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { spelling } from "../../../ui/spelling.ts";
import { without } from "../../tickets/mail-head/addresses.ts";
import { AddressField } from "./AddressField.tsx";

type Head = Pick<DraftMail, "to" | "cc" | "bcc" | "subject">;
type Props = {
  head: Head;
  participants: MailAddress[];
  onChange: (change: Partial<Head>) => void;
  to: RefObject<HTMLInputElement | null>;
  /** True for a new conversation, which has no subject yet. */
  withSubject?: boolean;
  /** This menu replaces the word before the recipients and the buttons for hidden fields. */
  lead?: ((hidden: HiddenRow[]) => ReactNode) | undefined;
};

export type HiddenRow = { row: Row; ask: () => void };
type Row = "cc" | "bcc" | "subject";
const longestSubject = 998;

/** The fields To and, on demand, Cc, Bcc and the subject. */
export function MailHead({ head, participants, onChange, to, withSubject = false, lead }: Props) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Row | null>(null);
  const [open, setOpen] = useState<Row[]>(withSubject ? ["subject"] : []);
  const shown = (row: Row) => open.includes(row) || (row !== "subject" && head[row].length > 0);
  const all = [...head.to, ...head.cc, ...head.bcc];
  const free = without(participants, all);
  const ask = (row: Row) => {
    setOpen([...open, row]);
    setAsked(row);
  };
  const hidden = (["cc", "bcc", "subject"] as const).filter((row) => !shown(row));
  return (
    <div className="grid max-h-44 overflow-y-auto overscroll-contain border-b border-line px-3 py-1 [&:has([role=option])]:overflow-visible">
      <Line name={lead ? null : t("mail.to")}>
        {lead?.(hidden.map((row) => ({ row, ask: () => ask(row) })))}
        <AddressField
          label={t("mail.to")}
          field={to}
          addresses={head.to}
          suggestions={free}
          chosen={all}
          onChange={(next) => onChange({ to: next })}
        />
        {!lead && (
          <span className="ml-auto flex shrink-0 self-start">
            {hidden.map((row) => (
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
        )}
      </Line>
      {(["cc", "bcc"] as const).filter(shown).map((row) => (
        <Line key={row} name={t(`mail.${row}`)}>
          <AddressField
            label={t(`mail.${row}`)}
            addresses={head[row]}
            suggestions={free}
            chosen={all}
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
            {...spelling}
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

function Line({ name, children }: { name: string | null; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-start gap-2 py-0.5">
      {name !== null && (
        <span aria-hidden="true" className="flex h-7 shrink-0 items-center text-s text-text-3 max-phone:h-11">
          {name}
        </span>
      )}
      {children}
    </div>
  );
}
