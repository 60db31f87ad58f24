import type { Ticket } from "@parley/contract/tickets";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { keys, openTicketsQuery } from "../../../api/queries.ts";

/** Fetches again what stands beside the chat when an open ticket of the client begins, changes hands, closes or gets a file. */
export function useFreshClient(clientid: string): void {
  useFreshTickets(keys.clientDetails(clientid), (ticket) => ticket.clientid === clientid);
}

/** Fetches again what is shown of an organisation when an open ticket of its clients does so. */
export function useFreshOrganisation(organisationid: string): void {
  useFreshTickets(
    [...keys.organisations, "of", organisationid],
    ({ organisation }) => organisation === organisationid,
  );
}

/** The key names whose tickets they are. */
function useFreshTickets(queryKey: string[], matches: (ticket: Ticket) => boolean): void {
  const cache = useQueryClient();
  const { data: open = [] } = useQuery({ ...openTicketsQuery, enabled: false });
  const whose = queryKey.join();
  const signature = open
    .filter(matches)
    .map(({ ticketid, stage, userid, subject, last_message: last }) =>
      [ticketid, stage, userid, subject, last?.type === "text" ? "" : last?.created_on].join(" "),
    )
    .toSorted()
    .join();
  const known = useRef({ whose, signature });
  useEffect(() => {
    const before = known.current;
    known.current = { whose, signature };
    if (before.whose !== whose || before.signature === signature) return;
    void cache.invalidateQueries({ queryKey });
  });
}
