import { rooms } from "../../floor/actors/rooms.ts";
import { afterCommit } from "../../floor/ledger/subscribers.ts";

/** The agent's own tabs get the line, and the number of unseen ones. */
export const inboxLive = afterCommit(["inbox_line"], (scope, event) => {
  const { listed, ...line } = event.inHand;
  if (listed) scope.publish("newNotification", line, [rooms.agent(scope.companyId, event.subject)]);
});
