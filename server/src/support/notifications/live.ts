import { rooms } from "../../floor/actors/rooms.ts";
import { afterCommit } from "../../floor/ledger/subscribers.ts";

/** To the agent's own tabs: the line, and how many are not seen yet. */
export const inboxLive = afterCommit(["inbox_line"], (scope, event) => {
  scope.publish("newNotification", event.inHand, [rooms.agent(scope.companyId, event.subject)]);
});
