/** Changed rules are fetched anew by the administrators' consoles. */
import { rooms } from "../../floor/actors/rooms.ts";
import { afterCommit } from "../../floor/ledger/subscribers.ts";

const kinds = ["rule_create", "rule_update", "rule_off", "rule_order", "rule_delete"] as const;

export const rulesLive = afterCommit(kinds, (scope) =>
  scope.publish("rulesChanged", {}, [rooms.admins(scope.companyId)]),
);
