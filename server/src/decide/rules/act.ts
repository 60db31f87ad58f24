/** A rule's changes of a locked ticket, by the verbs of agents: all of them or none. */
import type { Reason } from "@parley/contract/reasons";
import type { RuleAction } from "@parley/contract/rules";
import type { SharedTicket } from "@parley/contract/tickets";
import { sql } from "kysely";
import type { RuleActor } from "../../floor/actors/actor.ts";
import { inSavepoint } from "../../floor/database/savepoint.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { insertNote } from "../../support/notes/write.ts";
import { lockTicket, type TicketRow } from "../../support/ticket/access.ts";
import { closeLocked } from "../../support/tickets/close.ts";
import { applyPriority } from "../../support/tickets/priority.ts";
import { assignTo, moveTo } from "../../support/tickets/reassign.ts";
import { applyField } from "../../support/tickets/set-field.ts";
import { applySnooze, snoozeEndOf } from "../../support/tickets/snooze.ts";
import { applyTags } from "../../support/tickets/tags.ts";
import { viewSharedTicket } from "../../support/tickets/view.ts";
import { effectOf } from "./decide.ts";
import { tellOf } from "./notify.ts";
import type { RuleRow } from "./rows.ts";
import { sendBubble } from "./send.ts";

/** `message`: of the event, where it is about one. */
type Cause = { occasion: string; number: number | null; message: string | null; chain: string[] };

/** Answers why a change was refused, so that none of them stays; null once all are made. */
export async function carryOut(
  scope: Scope,
  ticket: TicketRow,
  rule: RuleRow,
  cause: Cause,
): Promise<Reason | null> {
  const acting: Scope<RuleActor> = { ...scope, actor: actorOf(scope, rule) };
  try {
    await inSavepoint(acting, (part) => makeChanges(part, ticket, rule, cause));
    return null;
  } catch (error) {
    const reason = error instanceof Refusal ? error.details.reason : undefined;
    if (reason) return reason;
    throw error;
  }
}

async function makeChanges(
  scope: Scope<RuleActor>,
  ticket: TicketRow,
  rule: RuleRow,
  cause: Cause,
): Promise<void> {
  const before = await lastNumber(scope, ticket.id);
  const run = { rule, ticketId: ticket.id, cause, first: before + 1 };
  // A wait of a ticket that was merged meanwhile may be there twice.
  if (!(await beginRun(scope, run))) return;
  await record(scope, {
    kind: "ticket_rule",
    subject: ticket.id,
    facts: {
      ...{ rule: rule.id, version: rule.version, event: cause.number, message: cause.message },
      webhook: rule.actions.find((action) => action.kind === "webhook")?.webhookid ?? null,
    },
  });
  for (const action of rule.actions) await change(scope, ticket.id, action);
  await endRun(scope, run);
}

const actorOf = ({ companyId }: Scope, { id, name }: RuleRow): RuleActor => ({
  ...{ kind: "rule", companyId, id, name },
  ...{ abilities: new Set(), departments: "all" },
});

/** A change that would leave the ticket as it is is not made. */
async function change(scope: Scope<RuleActor>, ticketId: string, action: RuleAction): Promise<void> {
  const ticket = await lockTicket(scope, ticketId);
  if (!ticket) return;
  const shown = await viewSharedTicket(scope, ticketId);
  const effect = effectOf(action, shown);
  if (effect === "closed") throw new Refusal(403, "ticket_closed", "ticket_closed");
  if (effect === "changes") await make(scope, ticket, action, shown);
}

async function make(
  scope: Scope<RuleActor>,
  ticket: TicketRow,
  action: RuleAction,
  shown: SharedTicket,
): Promise<void> {
  switch (action.kind) {
    case "tag":
      await applyTags(scope, ticket, action);
      return;
    case "priority":
      await applyPriority(scope, ticket, action.priority);
      return;
    case "close":
      await closeLocked(scope, ticket, action);
      return;
    case "field":
      await applyField(scope, ticket, action);
      return;
    case "move":
      await moveTo(scope, ticket, action.departmentid);
      return;
    case "assign":
      await assignTo(scope, ticket, { departmentId: ticket.department_id, agentId: action.userid });
      return;
    case "note":
      await insertNote(scope, ticket, { type: "text", content: action.content });
      return;
    case "notify":
      await tellOf(scope, ticket, shown, action);
      return;
    case "webhook":
      // The event of the run names the webhook, which sends it from the ledger.
      return;
    case "send":
      await sendBubble(scope, ticket, shown, action.bubbleid);
      return;
    case "snooze":
      await applySnooze(scope, ticket, await snoozeEndOf(scope, ticket, action.until));
  }
}

async function lastNumber({ db, companyId }: Scope, ticketId: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(number), 0)::integer as last from event
    where company_id = ${companyId} and subject_type = 'ticket' and subject_id = ${ticketId}`.execute(db);
  return rows[0]?.last ?? 0;
}

type Run = { rule: RuleRow; ticketId: string; cause: Cause; first: number };

async function beginRun(scope: Scope, { rule, ticketId, cause, first }: Run): Promise<boolean> {
  const begun = await scope.db
    .insertInto("rule_run")
    .values({
      ...{ company_id: scope.companyId, ticket_id: ticketId, rule_id: rule.id, version: rule.version },
      ...{ occasion: cause.occasion, time: scope.now, first, last: first },
      chain: [...cause.chain, rule.id],
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("rule_id")
    .executeTakeFirst();
  return begun !== undefined;
}

async function endRun(scope: Scope, { rule, ticketId, cause }: Run): Promise<void> {
  await scope.db
    .updateTable("rule_run")
    .set({ last: await lastNumber(scope, ticketId) })
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticketId)
    .where("rule_id", "=", rule.id)
    .where("occasion", "=", cause.occasion)
    .execute();
}

/** The line that names a loop: the rule does not run again. */
export async function tellLoop(
  scope: Scope,
  ticket: TicketRow,
  rule: RuleRow,
  through: string[],
): Promise<void> {
  await record(
    { ...scope, actor: actorOf(scope, rule) },
    {
      kind: "ticket_rule_loop",
      subject: ticket.id,
      facts: { rule: rule.id, through },
      inHand: { ticket: await viewSharedTicket(scope, ticket.id) },
    },
  );
}
