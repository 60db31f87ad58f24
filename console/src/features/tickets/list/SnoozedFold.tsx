import type { Ticket } from "@parley/contract/tickets";
import { AlarmClock, ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePlace } from "./place.ts";
import { isTicket, TicketCard } from "./TicketCard.tsx";

/** The snoozed tickets at the end of the list, behind one row that says how many there are. */
export function SnoozedFold({ tickets }: { tickets: Ticket[] }) {
  const { t } = useTranslation();
  const { ticket: open } = usePlace();
  const [unfolded, setUnfolded] = useState(false);
  const Chevron = unfolded ? ChevronDown : ChevronRight;
  return (
    <>
      <button
        type="button"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
        className="mt-1 flex min-h-11 w-full items-center gap-2 rounded-[12px] px-2.5 text-s text-text-2 hover:bg-raised"
      >
        <AlarmClock size={15} aria-hidden="true" />
        {t("tickets.snoozed", { count: tickets.length })}
        <Chevron size={15} aria-hidden="true" className="ml-auto" />
      </button>
      {unfolded && (
        <ul>
          {tickets.map((ticket) => (
            <li key={ticket.ticketid}>
              <TicketCard ticket={ticket} open={isTicket(ticket, open)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
