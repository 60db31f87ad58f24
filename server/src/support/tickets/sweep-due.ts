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
export const mostDue = 200;

export async function sweepDue(context: Context, { table, work, retryAfter, failed }: Sweep): Promise<void> {
  const now = context.clock();
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom(table)
      .select(["company_id as companyId", "ticket_id as ticketId"])
      .where("due_on", "<=", now)
      .orderBy("due_on")
      .limit(mostDue)
      .execute(),
  );
  await eachDue(context, due, { work, failed }, ({ companyId, ticketId }) =>
    inCompany(context, { kind: "desk", companyId }, ({ db, now: failedOn }) =>
      db
        .updateTable(table)
        .set({ due_on: new Date(failedOn.getTime() + retryAfter) })
        .where("company_id", "=", companyId)
        .where("ticket_id", "=", ticketId)
        .execute(),
    ),
  );
}

type Due = { companyId: string; ticketId: string };

/** Works on each ticket in a unit of work of its own, so that a failed one delays no other. */
export async function eachDue(
  context: Context,
  due: Due[],
  { work, failed }: Pick<Sweep, "work" | "failed">,
  afterFailure?: (ticket: Due) => Promise<unknown>,
): Promise<void> {
  for (const ticket of due) {
    try {
      await inCompany(context, { kind: "desk", companyId: ticket.companyId }, (scope) =>
        work(scope, ticket.ticketId),
      );
    } catch (error) {
      if (isUnavailable(error)) throw error;
      context.log.error({ err: error, ticket: ticket.ticketId }, failed);
      await afterFailure?.(ticket);
    }
  }
}
