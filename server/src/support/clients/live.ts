/** A client's change shows on each of their tickets: every screen that may see one of them gets it anew. */

import { audienceOf } from "../../floor/actors/rooms.ts";
import { afterCommit } from "../../floor/ledger/subscribers.ts";

export const clientLive = afterCommit(["client_update", "client_merge", "client_unmerge"], (scope, event) => {
  for (const ticket of event.inHand.tickets)
    scope.publish("updateTicket", ticket, audienceOf(scope.companyId, ticket.departmentid, ticket.ticketid));
});
