/** Every console of the company fetches organisations anew. */
import { rooms } from "../../floor/actors/rooms.ts";
import { afterCommit } from "../../floor/ledger/subscribers.ts";

export const organisationsLive = afterCommit(
  ["organisation_create", "organisation_update", "organisation_delete", "organisation_field"],
  (scope, { kind, facts: { organisation: organisationid } }) => {
    const showsOnTickets = kind === "organisation_field" || kind === "organisation_delete";
    scope.publish("organisationsChanged", showsOnTickets ? { organisationid } : {}, [
      rooms.company(scope.companyId),
    ]);
  },
);
