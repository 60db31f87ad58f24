/**
 * Sends the messages that are due. `automatic_due` lists the tickets to check and when; a check, the message it sends
 * and its outcome are one transaction under the ticket's lock, so that several workers and a crash leave each outcome
 * once.
 */

import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { lockTicket, type TicketRow } from "../ticket/access.ts";
import { threadOfReply } from "../ticket/merged.ts";
import { closeLocked } from "../tickets/close.ts";
import { sweepDue } from "../tickets/sweep-due.ts";
import { type Decision, decide, type Past } from "./decide.ts";
import { type Conversation, readConversation, ruleOf } from "./facts.ts";
import { type AutomaticRow, selectAutomatic } from "./rows.ts";
import { sendAutomatic } from "./send.ts";

export const sweepAutomatic = (context: Context): Promise<void> =>
  sweepDue(context, {
    table: "automatic_due",
    work: sendDue,
    retryAfter: 60_000,
    failed: "Automatic messages of a ticket failed",
  });

/** Checks one ticket, if it is still due when its lock is held. */
async function sendDue(scope: Scope, ticketId: string): Promise<void> {
  const ticket = await lockTicket(scope, ticketId);
  const due = await scope.db
    .selectFrom("automatic_due")
    .select("ticket_id")
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticketId)
    .where("due_on", "<=", scope.now)
    .forUpdate()
    .executeTakeFirst();
  if (!due) return;
  await dueRow(scope, ticketId, ticket ? await runRules(scope, ticket) : null);
}

/** The time of the next check; null: not before something happens. */
async function dueRow(scope: Scope, ticketId: string, on: Date | null): Promise<void> {
  const { db, companyId } = scope;
  if (on)
    await sql`update automatic_due set due_on = ${on} where company_id = ${companyId} and ticket_id = ${ticketId}`.execute(
      db,
    );
  else
    await sql`delete from automatic_due where company_id = ${companyId} and ticket_id = ${ticketId}`.execute(
      db,
    );
}

async function runRules(scope: Scope, locked: TicketRow): Promise<Date | null> {
  const rules = await selectAutomatic(scope).where("enabled_on", "is not", null).execute();
  if (rules.length === 0) return null;
  // A message goes by the thread on which the client wrote last.
  const thread = await threadOfReply(scope, locked);
  const conversation = await readConversation(scope, thread, locked);
  const past = await readOutcomes(scope, locked.id);
  let ticket = locked;
  let next: Date | null = null;
  for (const row of rules) {
    const before = past.filter(({ automatic_id }) => automatic_id === row.id);
    let decision = decide(ruleOf(row), conversation, before, scope.now);
    if (decision.state === "due" || decision.state === "skipped") {
      const reason = decision.state === "skipped" ? decision.reason : null;
      // An online handler may cause a skip at each message of the client: one outcome, whose time moves.
      const again = reason === "handler_online" && before.at(-1)?.reason === reason;
      const number = before.length + (again ? 0 : 1);
      ticket = await carryOut(scope, { ticket, thread, row, conversation, number }, decision);
      decision = decide(ruleOf(row), conversation, [...before, { time: scope.now, reason }], scope.now);
    }
    if (decision.state === "waiting" && (!next || decision.on < next)) next = decision.on;
  }
  return next;
}

type Due = {
  ticket: TicketRow;
  thread: TicketRow;
  row: AutomaticRow;
  conversation: Conversation;
  number: number;
};

async function carryOut(
  scope: Scope,
  { ticket, thread, row, conversation, number }: Due,
  decision: Extract<Decision, { state: "due" | "skipped" }>,
): Promise<TicketRow> {
  const outcome = (values: {
    outcome: "sent" | "skipped" | "closed";
    reason?: string;
    message_id?: string;
  }) =>
    scope.db
      .insertInto("automatic_outcome")
      .values({
        company_id: scope.companyId,
        ticket_id: ticket.id,
        automatic_id: row.id,
        number,
        time: scope.now,
        ...values,
      })
      .onConflict((on) =>
        on
          .columns(["company_id", "ticket_id", "automatic_id", "number"])
          .doUpdateSet({ time: scope.now })
          .where("automatic_outcome.reason", "=", "handler_online"),
      )
      .execute();
  if (decision.state === "skipped") {
    await outcome({ outcome: "skipped", reason: decision.reason });
    return ticket;
  }
  if (decision.closes) {
    await outcome({ outcome: "closed" });
    // The other rules saw the open ticket; the event of the closing causes the next check.
    return closeLocked(scope, ticket);
  }
  const sent = await sendAutomatic(scope, thread.id === ticket.id ? ticket : thread, row, conversation);
  if ("reason" in sent) {
    await outcome({ outcome: "skipped", reason: sent.reason });
    return ticket;
  }
  await outcome({ outcome: "sent", message_id: sent.messageId });
  return thread.id === ticket.id ? sent.ticket : ticket;
}

type Outcome = Past[number] & { automatic_id: string; outcome: string; reason: string | null };

export function readOutcomes(scope: Scope, ticketId: string): Promise<Outcome[]> {
  return scope.db
    .selectFrom("automatic_outcome")
    .select(["automatic_id", "time", "outcome", "reason"])
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticketId)
    .orderBy("time")
    .orderBy("number")
    .limit(1_000)
    .execute();
}
