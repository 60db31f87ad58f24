import type { Ticket } from "@parley/contract/tickets";
import { useTranslation } from "react-i18next";
import { ClientNumber } from "./ClientNumber.tsx";

/** The quiet line of a card: the client's id and number, and the department. */
export function CardFacts({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-start gap-x-2 text-xs leading-4 text-text-3 *:min-w-0">
      <span className="font-mono">
        <span className="sr-only">{t("tickets.clientId")} </span>
        {ticket.short_id}
      </span>
      <ClientNumber ticket={ticket} />
      <span dir="auto" className="wrap-anywhere">
        {ticket.department_name}
      </span>
    </div>
  );
}
