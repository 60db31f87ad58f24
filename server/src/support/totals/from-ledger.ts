import { inTransaction } from "../../floor/ledger/subscribers.ts";
import { beginRecount } from "./totals.ts";

/** A company's new time zone moves its tickets to other days. */
export const recountOnNewZone = inTransaction(["company_update"], async (scope, { facts }) => {
  if (facts.fields.includes("time_zone")) await beginRecount(scope);
});
