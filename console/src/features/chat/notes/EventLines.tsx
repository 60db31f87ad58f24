import { limits } from "@parley/contract/limits";
import type { EventLine } from "@parley/contract/notes";
import type { Reason } from "@parley/contract/reasons";
import type { TFunction } from "i18next";
import { UnfoldVertical } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonText } from "../../../ui/reason-text.ts";
import { showDateTime, showTime } from "../../../ui/time.ts";
import { usePlace } from "../../tickets/list/place.ts";

/** More lines than these are folded into one. */
const few = 3;

/** The events between two messages: each is a small line, or all are one that unfolds. */
export function EventLines({ lines }: { lines: EventLine[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const last = lines.at(-1);
  if (!last) return null;
  if (lines.length > few && !open) {
    return (
      <p className="px-7 py-1 text-center max-phone:px-3">
        <button
          type="button"
          aria-expanded={false}
          onClick={() => setOpen(true)}
          className="inline-flex max-w-full items-center gap-2 rounded-full px-3 py-0.5 text-xs break-words text-text-3 hover:bg-raised hover:text-text-2 max-phone:min-h-11"
        >
          {t("notes.lines", { count: lines.length })} · {wordsOf(t, last)} · <Time of={last} />
          <UnfoldVertical size={13} aria-hidden="true" className="shrink-0" />
        </button>
      </p>
    );
  }
  return (
    <ul className="grid gap-0.5 px-7 py-1 text-center text-xs break-words text-text-3 max-phone:px-3">
      {lines.map((line) => (
        <li key={line.number}>
          {wordsOf(t, line)} · <Time of={line} />
          {line.other && <OtherTicket id={line.other.slice(0, limits.shortIdLength)} />}
        </li>
      ))}
    </ul>
  );
}

function OtherTicket({ id }: { id: string }) {
  const { t } = useTranslation();
  const { go } = usePlace();
  return (
    <>
      {" · "}
      <button
        type="button"
        onClick={() => go({ ticket: id })}
        className="relative text-accent-text hover:underline max-phone:before:absolute max-phone:before:-inset-3"
      >
        {t("notes.line.openTicket", { id })}
      </button>
    </>
  );
}

const Time = ({ of }: { of: EventLine }) => (
  <time dateTime={of.created_on} className="tabular-nums">
    {showTime(of.created_on)}
  </time>
);

function wordsOf(t: TFunction, line: EventLine): string {
  const name = line.user_name ?? "Parley";
  return variants[line.kind]?.(t, line, name) ?? t(`notes.line.${line.kind}`, factsOf(t, line, name));
}

const factsOf = (t: TFunction, { writer_name: writer, field, priority }: EventLine, name: string) => ({
  ...{ name, writer, field },
  ...(priority && { priority: t(`tickets.priorities.${priority}`) }),
});

/** The events whose words differ by what happened. The others have the text `notes.line.<kind>`. */
const variants: { [Kind in EventLine["kind"]]?: (t: TFunction, line: EventLine, name: string) => string } = {
  ticket_snooze: (t, { until }, name) =>
    until
      ? t("notes.line.snoozedUntil", { name, time: showDateTime(until) })
      : t("notes.line.snoozedUntilClient", { name }),
  ticket_unsnooze: (t, { user_name }, name) =>
    user_name ? t("notes.line.woken", { name }) : t("notes.line.timeCame"),
  ticket_outgoing_stop: (t, { writer_name, reason }) =>
    t("notes.line.ticket_outgoing_stop", {
      name: writer_name,
      reason: reasonText(t, reason ? ({ code: reason, facts: {} } as Reason) : null),
    }),
  ticket_tag: (t, { tags }, name) => taggedWords(t, name, tags ?? { added: [], removed: [] }),
  ticket_reassign: movedWords,
};

function movedWords(t: TFunction, line: EventLine, name: string): string {
  const { department_name: department, handler_name: handler } = line;
  if (department && handler) return t("notes.line.movedTo", { name, department, handler });
  if (department) return t("notes.line.moved", { name, department });
  if (handler && handler === line.user_name) return t("notes.line.ticket_accept", { name });
  return handler ? t("notes.line.handed", { name, handler }) : t("notes.line.returned", { name });
}

function taggedWords(t: TFunction, name: string, { added, removed }: NonNullable<EventLine["tags"]>): string {
  const both = [
    added.length > 0 && t("notes.line.tagged", { name, tags: added.join(", ") }),
    removed.length > 0 && t("notes.line.untagged", { name, tags: removed.join(", ") }),
  ];
  return both.filter(Boolean).join(" · ");
}
