import { rooms } from "../actors/rooms.ts";
import type { AfterCommit } from "../ledger/subscribers.ts";

/** To the agent's own tabs: the line, and how many are not seen yet. */
export const inboxLive: AfterCommit = (scope, event) => {
  if (event.kind !== "inbox_line") return;
  scope.publish("newNotification", event.inHand, [rooms.agent(scope.companyId, event.subject)]);
};
