import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { MessagesSquare, SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Refused } from "../../api/client.ts";
import { closedTicketsQuery, openTicketsQuery, ticketQuery } from "../../api/queries.ts";
import { PaneState } from "../../ui/States.tsx";
import { usePlace } from "../tickets/place.ts";
import { isTicket } from "../tickets/TicketCard.tsx";
import { Chat } from "./Chat.tsx";
import { LoadingMessages } from "./LoadingMessages.tsx";

/** The middle of the workspace: the ticket that the address names. */
export default function ChatPane() {
  const { t } = useTranslation();
  const { ticket: id } = usePlace();
  const { ticket, isPending, error } = useTicket(id);
  return (
    <main id="chat" tabIndex={-1} className="flex h-full min-h-0 min-w-0 flex-col outline-none">
      {ticket && <Chat key={ticket.ticketid} ticket={ticket} />}
      {!ticket && id && isPending && <LoadingMessages />}
      {!ticket && !id && (
        <PaneState icon={<MessagesSquare />} title={t("chat.none")} hint={t("chat.noneHint")} />
      )}
      {!ticket && id && error && (
        <PaneState
          alert
          icon={<SearchX />}
          title={error instanceof Refused ? t("chat.gone") : t("common.unreachable")}
          hint={error instanceof Refused ? t("chat.goneHint") : undefined}
        />
      )}
    </main>
  );
}

/** From the lists where they have it; by itself where an address leads to a ticket that no list has loaded. */
function useTicket(id: string | null): {
  ticket: Ticket | undefined;
  isPending: boolean;
  error: Error | null;
} {
  const { data: open, isPending: listing } = useQuery(openTicketsQuery);
  const { data: closed } = useQuery({ ...closedTicketsQuery, enabled: false } as never) as {
    data?: { pages: Ticket[][] };
  };
  const listed = [...(open ?? []), ...(closed?.pages.flat() ?? [])].find((ticket) => isTicket(ticket, id));
  const alone = useQuery({ ...ticketQuery(id ?? ""), enabled: id !== null && !listed && !listing });
  return { ticket: listed ?? alone.data, isPending: listing || alone.isPending, error: alone.error };
}
