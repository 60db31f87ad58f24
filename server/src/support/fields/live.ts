/** Every console of the company fetches changed fields anew. */
import { rooms } from "../../floor/actors/rooms.ts";
import { afterCommit } from "../../floor/ledger/subscribers.ts";

export const fieldsLive = afterCommit(
  ["field_create", "field_update", "field_order", "field_delete"],
  (scope, { kind }) =>
    scope.publish("fieldsChanged", { values: kind === "field_delete" }, [rooms.company(scope.companyId)]),
);
