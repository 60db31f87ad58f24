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
  const { kind, department_name: department, handler_name: handler } = line;
  const name = line.user_name ?? "Parley";
  if (kind === "ticket_rule_loop") return t("notes.line.ruleLoop", { name });
  if (kind === "ticket_accept") return t("notes.line.accepted", { name });
  if (kind === "ticket_take_over") return t("notes.line.tookOver", { name });
  if (kind === "ticket_spam") return t("notes.line.spam", { name });
  if (kind === "ticket_not_spam") return t("notes.line.notSpam", { name });
  if (kind === "ticket_delete") return t("notes.line.deleted", { name });
  if (kind === "ticket_restore") return t("notes.line.restored", { name });
  if (kind === "ticket_merge") return t("notes.line.merged", { name });
  if (kind === "ticket_unmerge") return t("notes.line.unmerged", { name });
  if (kind === "ticket_split") return t("notes.line.split", { name });
  if (kind === "ticket_split_off") return t("notes.line.splitOff", { name });
  if (kind === "ticket_unsplit") return t("notes.line.unsplit", { name });
  if (kind === "ticket_create") return t("notes.line.began");
  if (kind === "ticket_release") return t("notes.line.released");
  if (kind === "ticket_snooze")
    return line.until
      ? t("notes.line.snoozedUntil", { name, time: showDateTime(line.until) })
      : t("notes.line.snoozedUntilClient", { name });
  if (kind === "ticket_unsnooze")
    return line.user_name ? t("notes.line.woken", { name }) : t("notes.line.timeCame");
  if (kind === "ticket_outgoing_stop")
    return t("notes.line.outgoingStopped", {
      name: line.writer_name,
      reason: reasonText(t, line.reason ? ({ code: line.reason, facts: {} } as Reason) : null),
    });
  if (kind === "ticket_outgoing_drop")
    return t("notes.line.outgoingDropped", { name, writer: line.writer_name });
  if (kind === "ticket_outgoing_take")
    return t("notes.line.outgoingTaken", { name, writer: line.writer_name });
  if (line.field !== undefined) return t("notes.line.field", { name, field: line.field });
  if (line.priority)
    return t("notes.line.priority", { name, priority: t(`tickets.priorities.${line.priority}`) });
  if (line.tags) return taggedWords(t, name, line.tags);
  if (department && handler) return t("notes.line.movedTo", { name, department, handler });
  if (department) return t("notes.line.moved", { name, department });
  if (handler && handler === line.user_name) return t("notes.line.accepted", { name });
  return handler ? t("notes.line.handed", { name, handler }) : t("notes.line.returned", { name });
}

function taggedWords(t: TFunction, name: string, { added, removed }: NonNullable<EventLine["tags"]>): string {
  const both = [
    added.length > 0 && t("notes.line.tagged", { name, tags: added.join(", ") }),
    removed.length > 0 && t("notes.line.untagged", { name, tags: removed.join(", ") }),
  ];
  return both.filter(Boolean).join(" · ");
}
