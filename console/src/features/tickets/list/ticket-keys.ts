import type { Ticket } from "@parley/contract/tickets";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { keys, openTicketsQuery } from "../../../api/queries.ts";
import { whenNotTyping } from "../../../ui/keys.ts";
import { useAccept } from "./accept.ts";
import { useToggleFollow } from "./following.ts";
import { firstOffered, useOffered } from "./next-ticket.ts";
import { usePlace } from "./place.ts";
import { isTicket } from "./TicketCard.tsx";
import { openTicketDialog } from "./ticket-dialog.ts";

/**
 * J and K go to the next and the previous ticket of the list on screen. After a ticket was closed, J goes to the one
 * that is offered.
 */
export function useStepKeys(tickets: Ticket[]): void {
  const { ticket: open, go } = usePlace();
  const step = (by: 1 | -1) => () => {
    const at = tickets.findIndex((ticket) => isTicket(ticket, open));
    const offered = at < 0 && by > 0 && firstOffered(useOffered.getState().ids, tickets);
    const next = offered || tickets[at < 0 ? 0 : at + by];
    if (next) go({ ticket: next.ticketid.slice(0, 8) });
  };
  useKeys({ KeyJ: step(1), KeyK: step(-1) });
}

/** A accepts the open ticket, Z snoozes, T tags, P asks the priority, D shows details, F follows and Escape leaves it, whatever list is on screen. */
export function useTicketKeys(): void {
  const cache = useQueryClient();
  const { ticket: open, go } = usePlace();
  const { mutate: accept } = useAccept();
  const toggleFollow = useToggleFollow();
  const ask = (dialog: "priority" | "snooze" | "tags") => {
    const ticket = cache.getQueryData(openTicketsQuery.queryKey)?.find((one) => isTicket(one, open));
    if (ticket?.can.close) openTicketDialog(ticket.ticketid, dialog);
  };
  useKeys({
    KeyA: () => {
      const ticket = cache.getQueryData(openTicketsQuery.queryKey)?.find((one) => isTicket(one, open));
      if (ticket?.can.accept) accept(ticket);
    },
    KeyZ: () => ask("snooze"),
    KeyT: () => ask("tags"),
    KeyP: () => ask("priority"),
    KeyD: () => {
      const cached = cache.getQueriesData<Ticket>({ queryKey: keys.tickets });
      const ticket = cached.map(([, one]) => one).find((one) => one && isTicket(one, open));
      if (ticket) openTicketDialog(ticket.ticketid, "details");
    },
    KeyF: () => {
      if (open) toggleFollow(open);
    },
    Escape: () => {
      if (open) go({ ticket: null });
    },
  });
}

/** The handlers as they are when the key is pressed. */
export function useKeys(keys: Record<string, () => void>): void {
  const act = useRef(keys);
  act.current = keys;
  useEffect(() => {
    const names = Object.keys(act.current);
    return whenNotTyping(Object.fromEntries(names.map((name) => [name, () => act.current[name]?.()])));
  }, []);
}
