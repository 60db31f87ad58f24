/** A client's change shows on each of their tickets: every screen that may see one of them gets it anew. */

import { audienceOf } from "../actors/rooms.ts";
import type { AfterCommit } from "../ledger/subscribers.ts";

export const clientLive: AfterCommit = (scope, event) => {
  switch (event.kind) {
    case "client_update":
    case "client_merge":
    case "client_unmerge":
      for (const ticket of event.inHand.tickets)
        scope.publish("updateTicket", ticket, audienceOf(scope.companyId, ticket.departmentid));
  }
};
