/** Ends snoozes whose time has come. */
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, type DeskActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";
import { record } from "../../floor/ledger/record.ts";
import { lockTicket } from "../ticket/access.ts";
import { viewSharedTicket } from "./view.ts";

/** The columns of a ticket that is not snoozed, and not back from a snooze. */
export const awake = { snoozed_on: null, snoozed_until: null, snoozed_by: null, back_why: null } as const;

/** The number of tickets in one run; the next run finds the rest. */
const most = 200;

/** Each ticket has a unit of work of its own, so that a failed one stays due and delays no other. */
export async function sweepSnoozed(context: Context): Promise<void> {
  const now = context.clock();
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom("ticket")
      .select(["company_id as companyId", "id"])
      .where("snoozed_until", "<=", now)
      .orderBy("snoozed_until")
      .limit(most)
      .execute(),
  );
  for (const { companyId, id } of due) {
    try {
      await inCompany(context, { kind: "desk", companyId }, (scope) => wake(scope, id));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      context.log.error({ err: error, ticket: id }, "The end of a snooze failed");
    }
  }
}

/** Under the ticket's lock the snooze that another worker has ended is no longer there. */
async function wake(scope: Scope<DeskActor>, id: string): Promise<void> {
  const ticket = await lockTicket(scope, id);
  if (!ticket?.snoozed_until || ticket.snoozed_until > scope.now) return;
  await scope.db
    .updateTable("ticket")
    .set({ ...awake, back_why: "time", updated_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
  await record(scope, {
    kind: "ticket_unsnooze",
    subject: id,
    facts: { client: ticket.client_id, agent: null },
    inHand: { ticket: await viewSharedTicket(scope, id) },
  });
}
