/** A client's change shows on each of their tickets: every screen that may see one of them gets it anew. */

import { audienceOf, rooms } from "../../floor/actors/rooms.ts";
import { afterCommit } from "../../floor/ledger/subscribers.ts";

export const clientLive = afterCommit(
  ["client_update", "client_merge", "client_unmerge", "client_tag", "client_field"],
  (scope, { inHand }) => {
    for (const ticket of inHand.tickets)
      scope.publish(
        "updateTicket",
        ticket,
        audienceOf(scope.companyId, ticket.departmentid, ticket.ticketid),
      );
  },
);

/** Agents who see a ticket of the client fetch what is noted of them anew, where it is on screen. */
export const clientDetailsLive = afterCommit(
  [
    ...(["client_tag", "client_field", "client_organisation", "client_join", "client_update"] as const),
    ...(["client_create", "client_block", "client_unblock", "client_merge", "client_unmerge"] as const),
  ],
  (scope, { subject: clientid, facts, inHand }) => {
    const departments = new Set(inHand.departments);
    const to = [
      rooms.everyDepartment(scope.companyId),
      ...[...departments].map((id) => rooms.department(scope.companyId, id)),
    ];
    const moved = "organisation" in inHand && { organisation: inHand.organisation };
    scope.publish("clientChanged", { clientid, ...moved }, to);
    if ("merged" in facts) scope.publish("clientChanged", { clientid: facts.merged }, to);
  },
);
