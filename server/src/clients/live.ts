/** A client's change shows on each of their tickets: every screen that may see one of them gets it anew. */

import { audienceOf } from "../actors/rooms.ts";
import { afterCommit } from "../ledger/subscribers.ts";

export const clientLive = afterCommit(["client_update", "client_merge", "client_unmerge"], (scope, event) => {
  for (const ticket of event.inHand.tickets)
    scope.publish("updateTicket", ticket, audienceOf(scope.companyId, ticket.departmentid));
});
