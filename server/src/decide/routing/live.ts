/** The socket events of routing. */
import { audienceOf, rooms } from "../../floor/actors/rooms.ts";
import { afterCommit } from "../../floor/ledger/subscribers.ts";

const kinds = [
  ...(["ticket_offer", "ticket_offer_end", "agent_away", "agent_back"] as const),
  ...(["department_routing", "agent_routing"] as const),
] as const;

export const routingLive = afterCommit(kinds, (scope, event) => {
  const { companyId } = scope;
  switch (event.kind) {
    case "ticket_offer":
    case "ticket_offer_end": {
      const offer = event.kind === "ticket_offer" ? event.inHand.offer : null;
      const to = audienceOf(companyId, event.inHand.departmentId, event.subject);
      return scope.publish("offerChanged", { ticketid: event.subject, offer }, to);
    }
    case "agent_away":
    case "agent_back": {
      const away = event.kind === "agent_away" ? event.inHand.away : null;
      return scope.publish("awayChanged", { userid: event.subject, away }, [rooms.company(companyId)]);
    }
    default:
      return scope.publish("routingChanged", {}, [rooms.admins(companyId)]);
  }
});
