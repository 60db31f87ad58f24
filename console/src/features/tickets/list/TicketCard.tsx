import { limits } from "@parley/contract/limits";
import type { Snooze, Ticket } from "@parley/contract/tickets";
import { AlarmClock, ClockAlert, Hourglass, PencilLine } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { readPlace, workspacePath } from "../../../paths.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { shortenName } from "../../../ui/shorten.ts";
import { showDateTime, showRecent, showWait } from "../../../ui/time.ts";
import { useMinute } from "../../../ui/use-minute.ts";
import { usePlatformName } from "../../channels/name.ts";
import { PlatformBadge } from "../../channels/PlatformBadge.tsx";
import { useProfile } from "../../session/viewer.ts";
import { PriorityMark } from "../priority/PriorityMark.tsx";
import { useReplyWindow } from "../reply-window/reply-window.ts";
import { WindowClock } from "../reply-window/WindowClock.tsx";
import { useHasDraft } from "../sending/drafts.ts";
import { TagChips } from "../tags/TagChips.tsx";
import { AcceptButton } from "./AcceptButton.tsx";
import { ClientNumber } from "./ClientNumber.tsx";
import { LastMessage } from "./LastMessage.tsx";
import { segmentOf, waitsSince } from "./segments.ts";

type Props = { ticket: Ticket; open: boolean };

/** An address may name a ticket by its first eight characters. */
export function isTicket(ticket: Ticket, id: string | null): boolean {
  return id !== null && ticket.ticketid.startsWith(id);
}

export function TicketCard({ ticket, open }: Props) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const [search] = useSearchParams();
  const { view } = readPlace(search);
  const drafted = useHasDraft(ticket.ticketid);
  const concerns = segmentOf(ticket, useProfile().userid) !== "others" && !ticket.closed_on;
  const link = useRef<HTMLAnchorElement>(null);
  return (
    <div
      data-ticket={ticket.ticketid}
      className={`relative mb-px rounded-[12px] transition-colors duration-150 ${open ? "bg-raised-2 before:absolute before:top-3 before:bottom-3 before:-left-2 before:w-[3px] before:rounded before:bg-accent" : "hover:bg-raised"}`}
    >
      <Link
        ref={link}
        to={workspacePath({ ticket: ticket.ticketid.slice(0, limits.shortIdLength), view })}
        aria-current={open ? "true" : undefined}
        className="grid grid-cols-[40px_minmax(0,1fr)_auto] gap-x-3 rounded-[12px] px-2.5 pt-1 pb-6 max-phone:pt-1.5 max-phone:pb-[46px]"
      >
        <span className="row-span-2">
          <Avatar
            name={ticket.client_name}
            picture={ticket.client_picture}
            badge={<PlatformBadge platform={ticket.platform} />}
          />
        </span>
        <span dir="auto" className="self-baseline truncate text-left leading-5 font-semibold">
          <PriorityMark priority={ticket.priority} />{" "}
          <span title={ticket.client_name}>{shortenName(ticket.client_name)}</span>
          <span className="sr-only">, {platformName(ticket.platform)}</span>
          {ticket.spam && (
            <span className="ml-1.5 rounded-s bg-raised-2 px-1.5 text-xs font-normal text-text-2">
              {t("tickets.spam")}
            </span>
          )}
          {drafted && (
            <span className="ml-1.5 text-xs font-normal text-text-2">
              <PencilLine size={13} aria-hidden="true" className="mr-1 inline align-[-2px]" />
              {t("tickets.draft")}
            </span>
          )}
        </span>
        {ticket.snoozed ? (
          <SnoozeEnd snoozed={ticket.snoozed} />
        ) : (
          <time
            dateTime={ticket.updated_on}
            className="self-baseline text-right text-xs text-text-3 tabular-nums"
          >
            {showRecent(ticket.updated_on, new Date())}
          </time>
        )}
        <LastMessage ticket={ticket} />
        {ticket.unread > 0 && !ticket.spam && (
          <span
            className={`h-[18px] min-w-[18px] justify-self-end rounded-full px-1.5 text-center text-[11px] leading-[18px] font-bold tabular-nums ${concerns ? "bg-accent text-accent-ink" : "bg-raised-2 text-text-2"}`}
          >
            <span aria-hidden="true">{ticket.unread > 99 ? "99+" : ticket.unread}</span>
            <span className="sr-only">{t("tickets.unread", { count: ticket.unread })}</span>
          </span>
        )}
        <TagChips ids={ticket.tags} letters={36} className="col-span-2 col-start-2 pt-0.5" />
      </Link>
      {/* Department and id are cut first: less than a pixel would end the handler in an ellipsis. */}
      <div className="pointer-events-none absolute right-2.5 bottom-0 left-[62px] flex h-6 items-center gap-1.5 text-xs text-text-3 max-phone:h-11">
        <span className="flex max-w-[65%] min-w-0 items-center gap-1">
          <Footing ticket={ticket} />
        </span>
        <span aria-hidden="true">·</span>
        <span className="min-w-6 shrink-[50000] truncate">{ticket.department_name}</span>
        <span aria-hidden="true">·</span>
        <span className="min-w-0 shrink-[100000] truncate font-mono">
          <span className="sr-only">{t("tickets.clientId")} </span>
          {ticket.short_id}
        </span>
        {ticket.account_number && <span aria-hidden="true">·</span>}
        <ClientNumber ticket={ticket} />
        {!ticket.closed_on && (
          <span className="ml-auto shrink-0">
            <AcceptButton ticket={ticket} small onAsk={() => link.current?.focus()} />
          </span>
        )}
      </div>
    </div>
  );
}

/** Shows when a snooze ends in place of the last activity: the time if it is today, else the date. */
function SnoozeEnd({ snoozed: { until } }: { snoozed: Snooze }) {
  const { t } = useTranslation();
  const whole = until
    ? t("tickets.snoozedUntil", { time: showDateTime(until) })
    : t("tickets.snoozedUntilClient");
  return (
    <span
      title={whole}
      className="flex items-center justify-end gap-1 self-baseline text-xs whitespace-nowrap text-text-3 tabular-nums"
    >
      <AlarmClock size={12} aria-hidden="true" />
      <span className="sr-only">{whole}</span>
      {until && <span aria-hidden="true">{showRecent(until, new Date())}</span>}
    </span>
  );
}

/** The handler, or the rest of the reply window. */
function Footing({ ticket }: Pick<Props, "ticket">) {
  const { t } = useTranslation();
  const window = useReplyWindow(ticket);
  if (ticket.closed_on || window === "open") return <Standing ticket={ticket} />;
  if (window !== "closed") return <WindowClock short minutes={window} />;
  return (
    <>
      <ClockAlert size={13} aria-hidden="true" className="shrink-0 text-warn" />
      <span className="sr-only">{t("replyWindow.closed")}</span>
      <Standing ticket={ticket} />
    </>
  );
}

/** The present or last handler, or the time that the client has waited for one. */
function Standing({ ticket }: { ticket: Ticket }) {
  const { t, i18n } = useTranslation();
  useMinute();
  const { userid } = useProfile();
  const { closed_on, closed_by_name, user_name } = ticket;
  if (!closed_on && !ticket.userid) {
    const wait = showWait(waitsSince(ticket), new Date(), i18n.language);
    return (
      <span className="flex items-center gap-1 whitespace-nowrap" title={t("tickets.notAccepted")}>
        <Hourglass size={12} aria-hidden="true" className="shrink-0" />
        <span>
          <span className="sr-only">{t("tickets.notAccepted")} · </span>
          {wait}
        </span>
      </span>
    );
  }
  const words = (shown: (name: string) => string) => {
    if (closed_on) return t("tickets.closedBy", { name: shown(closed_by_name ?? "") });
    if (ticket.userid === userid) return t("tickets.handledByYou");
    return t("tickets.handledBy", { name: shown(user_name ?? "") });
  };
  return (
    <span className="truncate" title={words(String)}>
      {words(shortenName)}
    </span>
  );
}
