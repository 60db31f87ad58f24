import type { Ticket } from "@parley/contract/tickets";
import { useTranslation } from "react-i18next";
import { useTicketOutgoing } from "./outgoing.ts";
import { WaitingText } from "./WaitingText.tsx";

/** The texts of a ticket that have not left yet, between its messages and the composer. */
export function WaitingTexts({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const outgoing = useTicketOutgoing(ticket.ticketid)?.outgoing ?? [];
  if (outgoing.length === 0) return null;
  return (
    <section
      aria-label={t("sendLater.waiting")}
      className="flex max-h-[38dvh] shrink-0 flex-col items-end gap-2 overflow-y-auto border-t border-line px-7 py-2 max-phone:px-3"
    >
      {outgoing.map((one) => (
        <WaitingText key={one.messageid} one={one} mayDrop={ticket.can.reply} />
      ))}
    </section>
  );
}
