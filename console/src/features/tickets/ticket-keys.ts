import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { closedTicketsQuery, openTicketsQuery } from "../../api/queries.ts";
import { whenNotTyping } from "../../ui/keys.ts";
import { useAccept } from "./accept.ts";
import { usePlace } from "./place.ts";
import { isTicket } from "./TicketCard.tsx";

/** J and K go to the next and the previous ticket, A accepts the open one, Escape leaves it. */
export function useTicketKeys(): void {
  const cache = useQueryClient();
  const { ticket: open, view, go } = usePlace();
  const { mutate: accept } = useAccept();
  useEffect(() => {
    const listed = () =>
      view === "pending"
        ? (cache.getQueryData(openTicketsQuery.queryKey) ?? [])
        : (cache.getQueryData(closedTicketsQuery.queryKey)?.pages.flat() ?? []);
    const step = (by: 1 | -1) => {
      const tickets = listed();
      const at = tickets.findIndex((ticket) => isTicket(ticket, open));
      const next = tickets[at < 0 ? 0 : at + by];
      if (next) go({ ticket: next.ticketid.slice(0, 8) });
    };
    return whenNotTyping({
      KeyJ: () => step(1),
      KeyK: () => step(-1),
      KeyA: () => {
        const ticket = listed().find((one) => isTicket(one, open));
        if (ticket?.can.accept) accept(ticket);
      },
      Escape: () => open && go({ ticket: null }),
    });
  }, [cache, open, view, go, accept]);
}
