import type { Ticket } from "@parley/contract/tickets";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { openTicketsQuery } from "../../api/queries.ts";
import { whenNotTyping } from "../../ui/keys.ts";
import { useAccept } from "./accept.ts";
import { usePlace } from "./place.ts";
import { isTicket } from "./TicketCard.tsx";

/** J and K go to the next and the previous ticket of the list on screen, A accepts the open one, Escape leaves it. */
export function useTicketKeys(tickets: Ticket[] | undefined): void {
  const cache = useQueryClient();
  const { ticket: open, go } = usePlace();
  const { mutate: accept } = useAccept();
  const act = useRef({ step: (_by: 1 | -1) => {}, accept: () => {}, leave: () => {} });
  act.current = {
    step: (by) => {
      const at = tickets?.findIndex((ticket) => isTicket(ticket, open)) ?? -1;
      const next = tickets?.[at < 0 ? 0 : at + by];
      if (next) go({ ticket: next.ticketid.slice(0, 8) });
    },
    accept: () => {
      const ticket = cache.getQueryData(openTicketsQuery.queryKey)?.find((one) => isTicket(one, open));
      if (ticket?.can.accept) accept(ticket);
    },
    leave: () => {
      if (open) go({ ticket: null });
    },
  };
  useEffect(
    () =>
      whenNotTyping({
        KeyJ: () => act.current.step(1),
        KeyK: () => act.current.step(-1),
        KeyA: () => act.current.accept(),
        Escape: () => act.current.leave(),
      }),
    [],
  );
}
