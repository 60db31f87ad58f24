import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { openTicketsQuery } from "../../../api/queries.ts";
import { useProfile } from "../../session/viewer.ts";
import { setPageTitle } from "./page-title.ts";

/** The number of unread messages of the agent's own clients, among the loaded tickets: it fetches none. */
export function useOwnUnread(): number {
  const { userid } = useProfile();
  const select = (tickets: Ticket[]) =>
    tickets.reduce((sum, ticket) => sum + (ticket.userid === userid ? ticket.unread : 0), 0);
  return useQuery({ ...openTicketsQuery, enabled: false, select }).data ?? 0;
}

/** Shows "(3) Parley". */
export function useUnreadTitle(): void {
  const unread = useOwnUnread();
  useEffect(() => {
    setPageTitle(unread > 0 ? `(${unread > 99 ? "99+" : unread}) Parley` : "Parley");
    return () => setPageTitle("Parley");
  }, [unread]);
}
