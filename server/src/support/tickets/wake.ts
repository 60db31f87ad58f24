/** Ends snoozes whose time has come. */
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, type DeskActor, type Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { lockTicket } from "../ticket/access.ts";
import { eachDue, mostDue } from "./sweep-due.ts";
import { viewSharedTicket } from "./view.ts";

/** The columns of a ticket that is not snoozed, and not back from a snooze. */
export const awake = { snoozed_on: null, snoozed_until: null, snoozed_by: null, back_why: null } as const;

/** A ticket that fails stays due. */
export async function sweepSnoozed(context: Context): Promise<void> {
  const now = context.clock();
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom("ticket")
      .select(["company_id as companyId", "id as ticketId"])
      .where("snoozed_until", "<=", now)
      .orderBy("snoozed_until")
      .limit(mostDue)
      .execute(),
  );
  await eachDue(context, due, { work: wake, failed: "The end of a snooze failed" });
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
