import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { readPlace, workspacePath } from "../../paths.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { PlatformBadge } from "../../ui/PlatformBadge.tsx";
import { showRecent } from "../../ui/time.ts";
import { useProfile } from "../session/viewer.ts";
import { AcceptButton } from "./AcceptButton.tsx";
import { LastMessage } from "./LastMessage.tsx";

type Props = { ticket: Ticket; open: boolean };

/** An address may name a ticket by its first eight characters. */
export function isTicket(ticket: Ticket, id: string | null): boolean {
  return id !== null && ticket.ticketid.startsWith(id);
}

export function TicketCard({ ticket, open }: Props) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { view } = readPlace(search);
  const short = ticket.ticketid.slice(0, limits.shortIdLength);
  return (
    <div
      data-ticket={ticket.ticketid}
      className={`relative mb-0.5 rounded-[12px] transition-colors duration-150 ${open ? "bg-raised-2 before:absolute before:top-3 before:bottom-3 before:-left-2 before:w-[3px] before:rounded before:bg-accent" : "hover:bg-raised"}`}
    >
      <Link
        to={workspacePath({ ticket: short, view })}
        aria-current={open ? "true" : undefined}
        className="grid grid-cols-[40px_minmax(0,1fr)_auto] gap-x-3 rounded-[12px] px-2.5 pt-2.5 pb-10 max-phone:pb-14"
      >
        <span className="row-span-2">
          <Avatar name={ticket.client_name} badge={<PlatformBadge platform={ticket.platform} />} />
        </span>
        <span className="truncate font-semibold">
          {ticket.client_name}
          <span className="sr-only">, {t(`tickets.platform.${ticket.platform}`)}</span>
        </span>
        <time dateTime={ticket.updated_on} className="text-xs text-text-3 tabular-nums">
          {showRecent(ticket.updated_on, new Date())}
        </time>
        <LastMessage ticket={ticket} />
        {ticket.unread > 0 && (
          <span className="h-[18px] min-w-[18px] justify-self-end rounded-full bg-accent px-1.5 text-center text-[11px] leading-[18px] font-bold text-accent-ink tabular-nums">
            <span aria-hidden="true">{ticket.unread > 99 ? "99+" : ticket.unread}</span>
            <span className="sr-only">{t("tickets.unread", { count: ticket.unread })}</span>
          </span>
        )}
      </Link>
      <div className="pointer-events-none absolute inset-x-2.5 bottom-2 flex h-7 max-phone:h-11 items-center gap-2 pl-[52px] text-xs text-text-3">
        <span className="truncate">
          <span className="font-mono">{short}</span> · {ticket.account_number ?? ticket.short_id} ·{" "}
          {ticket.department_name}
        </span>
        <span className="flex-1" />
        <Standing ticket={ticket} />
      </div>
    </div>
  );
}

function Standing({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { userid } = useProfile();
  if (ticket.closed_on) {
    return (
      <span className="shrink-0 truncate">
        {t("tickets.closedBy", { name: ticket.closed_by_name ?? "" })}
      </span>
    );
  }
  if (!ticket.userid) return <AcceptButton ticket={ticket} small />;
  const text =
    ticket.userid === userid ? t("tickets.handledByYou") : t("tickets.handledBy", { name: ticket.user_name });
  return <span className="max-w-[46%] shrink-0 truncate">{text}</span>;
}
