import { limits } from "@parley/contract/limits";
import type { TicketLine } from "@parley/contract/tickets";
import { Ticket } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PaneState } from "../../../ui/States.tsx";
import { shortenName } from "../../../ui/shorten.ts";
import { showDateTime } from "../../../ui/time.ts";
import { TicketLineLink } from "../../tickets/lines/TicketLineLink.tsx";
import { StageChip } from "./StageChip.tsx";

type Props = {
  title: string;
  tickets: TicketLine[];
  /** True if the tickets are of several clients. */
  named?: boolean;
  children?: ReactNode;
};

/** Tickets of one person, a line each with what it is about, that open in the workspace. */
export function TicketLines({ title, tickets, named, children }: Props) {
  const { t } = useTranslation();
  return (
    <section aria-label={title} className="rounded-card border border-line bg-pane">
      <h2 className="border-b border-line px-4 py-3 font-semibold">{title}</h2>
      {tickets.length === 0 && <PaneState icon={<Ticket />} title={t("admin.noTickets")} />}
      <ul className="max-h-[420px] overflow-y-auto">
        {tickets.map((ticket) => (
          <li key={ticket.ticketid} className="border-b border-line last:border-0">
            <Line ticket={ticket} named={named} />
          </li>
        ))}
        {children}
      </ul>
    </section>
  );
}

function Line({ ticket, named }: { ticket: TicketLine; named: boolean | undefined }) {
  const { ticketid, client_name, department_name, stage, created_on } = ticket;
  return (
    <TicketLineLink ticket={ticket} className="gap-3 px-4 py-2.5" end={<StageChip stage={stage} />}>
      <span className="block truncate text-xs text-text-3">
        {named && (
          <>
            <bdi>{shortenName(client_name)}</bdi> ·{" "}
          </>
        )}
        <span className="font-mono">{ticketid.slice(0, limits.shortIdLength)}</span> · {department_name} ·{" "}
        {showDateTime(created_on)}
      </span>
    </TicketLineLink>
  );
}
