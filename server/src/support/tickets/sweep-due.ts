/** Processes the tickets that a table lists as due, one unit of work each. */
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, type DeskActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";

type Sweep = {
  table: "automatic_due" | "visitor_mail_due";
  work: (scope: Scope<DeskActor>, ticketId: string) => Promise<void>;
  /** Milliseconds until a failed ticket is tried again, so that it does not block the others. */
  retryAfter: number;
  /** The log message for a failed ticket. */
  failed: string;
};

/** The number of tickets in one run; the next run finds the rest. */
const most = 200;

export async function sweepDue(context: Context, { table, work, retryAfter, failed }: Sweep): Promise<void> {
  const now = context.clock();
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom(table)
      .select(["company_id as companyId", "ticket_id as ticketId"])
      .where("due_on", "<=", now)
      .orderBy("due_on")
      .limit(most)
      .execute(),
  );
  for (const { companyId, ticketId } of due) {
    try {
      await inCompany(context, { kind: "desk", companyId }, (scope) => work(scope, ticketId));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      context.log.error({ err: error, ticket: ticketId }, failed);
      await inCompany(context, { kind: "desk", companyId }, ({ db, now: failedOn }) =>
        db
          .updateTable(table)
          .set({ due_on: new Date(failedOn.getTime() + retryAfter) })
          .where("company_id", "=", companyId)
          .where("ticket_id", "=", ticketId)
          .execute(),
      );
    }
  }
}
