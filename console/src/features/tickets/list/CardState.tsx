import type { Ticket } from "@parley/contract/tickets";
import { Check, CircleAlert, ClockAlert, Hourglass, Undo2 } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { shortenName } from "../../../ui/shorten.ts";
import { showWait } from "../../../ui/time.ts";
import { useMinute } from "../../../ui/use-minute.ts";
import { useProfile } from "../../session/viewer.ts";
import { useReplyWindow } from "../reply-window/reply-window.ts";
import { WindowClock } from "../reply-window/WindowClock.tsx";
import { RoutingMark } from "../routing/mark.ts";
import { TagChips } from "../tags/TagChips.tsx";
import { waitsSince } from "../views/sorting.ts";

const icon = "mt-[1px] shrink-0";

/** The line of a card with what is due or waits, who handles the ticket, and its tags. */
export function CardState({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-start gap-x-2 text-xs leading-4 text-text-2 empty:hidden">
      {ticket.failed && (
        <span className="flex gap-1 font-semibold text-danger">
          <CircleAlert size={13} aria-hidden="true" className={icon} />
          {t("tickets.notSent")}
        </span>
      )}
      <WindowEnd ticket={ticket} />
      <Suspense>
        {(ticket.due || ticket.goal_paused) && <RoutingMark due={ticket} />}
        {!ticket.closed_on && !ticket.userid && <RoutingMark ticketid={ticket.ticketid} />}
      </Suspense>
      <Wait ticket={ticket} />
      {ticket.back && (
        <span className="flex gap-1 font-semibold text-text">
          <Undo2 size={13} aria-hidden="true" className={`${icon} text-accent-text`} />
          {t(`tickets.back.${ticket.back}`)}
        </span>
      )}
      <Handler ticket={ticket} />
      <TagChips ids={ticket.tags} letters={36} whole />
    </div>
  );
}

function WindowEnd({ ticket }: { ticket: Ticket }) {
  const window = useReplyWindow(ticket);
  const { t } = useTranslation();
  if (ticket.closed_on || window === "open") return null;
  if (window !== "closed") return <WindowClock short minutes={window} />;
  return (
    <span title={t("replyWindow.closed")} className="text-warn">
      <ClockAlert size={13} aria-hidden="true" className={icon} />
      <span className="sr-only">{t("replyWindow.closed")}</span>
    </span>
  );
}

/** Shows how long the client has waited for a handler, or for an answer. */
function Wait({ ticket }: { ticket: Ticket }) {
  const { t, i18n } = useTranslation();
  useMinute();
  const since = waitsSince(ticket);
  const now = new Date();
  // The ticket's handler has only just read it.
  const briefly = ticket.userid && since && now.getTime() - Date.parse(since) < 60_000;
  // The due moment says more than how long the client has waited.
  const dueSaysIt = ticket.due && ticket.due.goal !== "solved" && ticket.userid;
  if (!since || briefly || ticket.snoozed || dueSaysIt) return null;
  return (
    <span className="flex gap-1" title={ticket.userid ? undefined : t("tickets.notAccepted")}>
      <Hourglass size={12} aria-hidden="true" className="mt-[2px] shrink-0 text-text-3" />
      <span>
        {!ticket.userid && <span className="sr-only">{t("tickets.notAccepted")} · </span>}
        {t("tickets.waits", { time: showWait(since, now, i18n.language) })}
      </span>
    </span>
  );
}

/** The present or last handler. The mark is the accept button, which is disabled once there is one. */
function Handler({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { userid } = useProfile();
  const { closed_on, closed_by_name, user_name } = ticket;
  if (!closed_on && !ticket.userid) return null;
  const words = (shown: (name: string) => string) => {
    if (closed_on) return t("tickets.closedBy", { name: shown(closed_by_name ?? "") });
    if (ticket.userid === userid) return t("tickets.handledByYou");
    return t("tickets.handledBy", { name: shown(user_name ?? "") });
  };
  return (
    <span dir="auto" title={words(String)} className="flex min-w-0 gap-1">
      {!closed_on && (
        <button
          type="button"
          disabled
          aria-label={t("tickets.acceptFor", { name: ticket.client_name })}
          title={t("tickets.accepted")}
          className="shrink-0 text-text-3"
        >
          <Check size={13} aria-hidden="true" />
        </button>
      )}
      <span className="wrap-anywhere">{words(shortenName)}</span>
    </span>
  );
}
