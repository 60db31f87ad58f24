/** Changed automatic messages are fetched anew by the administrators' consoles. */
import { rooms } from "../../floor/actors/rooms.ts";
import { afterCommit } from "../../floor/ledger/subscribers.ts";

const kinds = ["automatic_create", "automatic_update", "automatic_delete"] as const;

export const automaticLive = afterCommit(kinds, (scope) =>
  scope.publish("automaticMessagesChanged", {}, [rooms.admins(scope.companyId)]),
);
