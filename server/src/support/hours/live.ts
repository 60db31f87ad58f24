/** Changed hours are fetched anew by the administrators' consoles. */
import { rooms } from "../../floor/actors/rooms.ts";
import { afterCommit } from "../../floor/ledger/subscribers.ts";

export const hoursLive = afterCommit(["company_hours", "department_hours"], (scope) =>
  scope.publish("openingHoursChanged", {}, [rooms.admins(scope.companyId)]),
);
