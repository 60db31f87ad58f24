/** Every console of the company fetches organisations anew. */
import { rooms } from "../../floor/actors/rooms.ts";
import { afterCommit } from "../../floor/ledger/subscribers.ts";

export const organisationsLive = afterCommit(
  ["organisation_create", "organisation_update", "organisation_delete", "organisation_field"],
  (scope) => scope.publish("organisationsChanged", {}, [rooms.company(scope.companyId)]),
);
