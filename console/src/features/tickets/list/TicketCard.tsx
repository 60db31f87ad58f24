import { limits } from "@parley/contract/limits";
import type { Snooze, Ticket } from "@parley/contract/tickets";
import { AlarmClock, PencilLine } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { readPlace, workspacePath } from "../../../paths.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { shortenName } from "../../../ui/shorten.ts";
import { showDateTime, showRecent } from "../../../ui/time.ts";
import { usePlatformName } from "../../channels/name.ts";
import { PlatformBadge } from "../../channels/PlatformBadge.tsx";
import { useProfile } from "../../session/viewer.ts";
import { bareSubject } from "../mail-head/subject.ts";
import { PriorityMark } from "../priority/PriorityMark.tsx";
import { useHasDraft } from "../sending/drafts.ts";
import { AcceptButton } from "./AcceptButton.tsx";
import { CardFacts } from "./CardFacts.tsx";
import { CardState } from "./CardState.tsx";
import { LastMessage } from "./LastMessage.tsx";
import { segmentOf } from "./segments.ts";

type Props = {
  ticket: Ticket;
  open: boolean;
  /** Its client has waited longest for a handler, of the tickets in the list. */
  first?: boolean;
};

/** An address may name a ticket by its first eight characters. */
export function isTicket(ticket: Ticket, id: string | null): boolean {
  return id !== null && ticket.ticketid.startsWith(id);
}

/**
 * The client and their last words; then what is due; then, quieter, who handles it and what it is. Only the last
 * words and a mail's subject are cut where they have no room.
 */
export function TicketCard({ ticket, open, first = false }: Props) {
  const [search] = useSearchParams();
  const { view } = readPlace(search);
  const link = useRef<HTMLAnchorElement>(null);
  return (
    <div
      data-ticket={ticket.ticketid}
      className={`relative mb-px grid grid-cols-[40px_minmax(0,1fr)] gap-x-3 rounded-[12px] px-2.5 py-1 transition-colors duration-150 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-accent-text max-phone:pb-3.5 ${open ? "bg-raised-2 before:absolute before:top-3 before:bottom-3 before:-left-2 before:w-[3px] before:rounded before:bg-accent" : "hover:bg-raised"}`}
    >
      <Avatar
        name={ticket.client_name}
        picture={ticket.client_picture}
        badge={<PlatformBadge platform={ticket.platform} />}
      />
      <div className="min-w-0">
        {/* The whole card is the link's; what can be pressed lies above it. */}
        <Link
          ref={link}
          to={workspacePath({ ticket: ticket.ticketid.slice(0, limits.shortIdLength), view })}
          aria-current={open ? "true" : undefined}
          className="block outline-none after:absolute after:inset-0"
        >
          <span className="flex items-baseline gap-2">
            <Name ticket={ticket} />
            {ticket.snoozed ? (
              <SnoozeEnd snoozed={ticket.snoozed} />
            ) : (
              <time
                dateTime={ticket.updated_on}
                className="shrink-0 text-right text-xs text-text-3 tabular-nums"
              >
                {showRecent(ticket.updated_on, new Date())}
              </time>
            )}
          </span>
          <Subject ticket={ticket} />
          <span className="flex items-center gap-2">
            <LastMessage ticket={ticket} />
            <Unread ticket={ticket} />
          </span>
        </Link>
        <div className="pointer-events-none relative flex items-end gap-2">
          <div className="min-w-0 flex-1 pt-0.5">
            <CardState ticket={ticket} />
            <CardFacts ticket={ticket} />
          </div>
          {!ticket.closed_on && !ticket.userid && (
            <AcceptButton ticket={ticket} card first={first} onAsk={() => link.current?.focus()} />
          )}
        </div>
      </div>
    </div>
  );
}

function Name({ ticket }: Pick<Props, "ticket">) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const drafted = useHasDraft(ticket.ticketid);
  return (
    <span dir="auto" className="min-w-0 flex-1 text-left leading-5 font-semibold wrap-anywhere">
      <PriorityMark priority={ticket.priority} />{" "}
      <span title={ticket.client_name}>{shortenName(ticket.client_name)}</span>
      <span className="sr-only">, {platformName(ticket.platform)}</span>
      {ticket.spam && (
        <span className="ml-1.5 inline-block rounded-chip bg-raised-2 px-1.5 text-xs font-normal text-text-2">
          {t("tickets.spam")}
        </span>
      )}
      {drafted && (
        <span className="ml-1.5 inline-block text-xs font-normal text-text-2">
          <PencilLine size={13} aria-hidden="true" className="mr-1 inline align-[-2px]" />
          {t("tickets.draft")}
        </span>
      )}
    </span>
  );
}

/** A mail's subject. */
function Subject({ ticket }: Pick<Props, "ticket">) {
  const subject = bareSubject(ticket.subject ?? "");
  if (!subject) return null;
  return (
    <span
      data-last-words
      dir="auto"
      title={subject}
      className="block truncate text-left text-s leading-[17px] font-semibold"
    >
      {subject}
    </span>
  );
}

/** A closed ticket waits for nobody to read it. */
function Unread({ ticket: { unread, spam, closed_on, userid } }: Pick<Props, "ticket">) {
  const { t } = useTranslation();
  const concerns = segmentOf({ userid }, useProfile().userid) !== "others";
  if (unread === 0 || spam || closed_on) return null;
  return (
    <span
      className={`h-[18px] min-w-[18px] shrink-0 rounded-full px-1.5 text-center text-[11px] leading-[18px] font-bold tabular-nums ${concerns ? "bg-accent text-accent-ink" : "bg-raised-2 text-text-2"}`}
    >
      <span aria-hidden="true">{unread > 99 ? "99+" : unread}</span>
      <span className="sr-only">{t("tickets.unread", { count: unread })}</span>
    </span>
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
      className="flex shrink-0 items-center gap-1 text-xs whitespace-nowrap text-text-3 tabular-nums"
    >
      <AlarmClock size={12} aria-hidden="true" />
      <span className="sr-only">{whole}</span>
      {until && <span aria-hidden="true">{showRecent(until, new Date())}</span>}
    </span>
  );
}
