/** Every console of the company fetches the shared bubbles on its screen anew. */
import { rooms } from "../../floor/actors/rooms.ts";
import { afterCommit } from "../../floor/ledger/subscribers.ts";

const kinds = ["bubble_create", "bubble_update", "bubble_delete", "bubbles_import"] as const;

export const sharedBubblesLive = afterCommit(kinds, (scope) =>
  scope.publish("sharedBubblesChanged", {}, [rooms.company(scope.companyId)]),
);
