/** Running a macro: its text and its changes of one ticket are one unit of work, so that all of it is done or nothing. */
import type { KeptMacro } from "@parley/contract/outgoing";
import type { MacroAction, MacroRun, runMacro as runBody } from "@parley/contract/shared-bubbles";
import type { z } from "zod";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, invalid } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { findRepeat, replyTo } from "../messages/send.ts";
import { viewMessage } from "../messages/view.ts";
import { accessLocked, lockTicket, type TicketRow } from "../ticket/access.ts";
import { closeTicket } from "../tickets/close.ts";
import { setTicketPriority } from "../tickets/priority.ts";
import { changeDepartment, reassignUser } from "../tickets/reassign.ts";
import { snoozeTicket } from "../tickets/snooze.ts";
import { changeTags } from "../tickets/tags.ts";
import { viewTicket } from "../tickets/view.ts";
import { countUse, findSharedBubble } from "./shared.ts";

/** The columns that a macro changes, as JSON. */
export type State = {
  department_id: string;
  handler_id: string | null;
  accepted_on: string | null;
  accepted_by: string | null;
  waited_ms: number | null;
  snoozed_on: string | null;
  snoozed_until: string | null;
  snoozed_by: string | null;
  back_why: TicketRow["back_why"];
  closed_on: string | null;
  priority: TicketRow["priority"];
};
/** The outcome of a macro: the ticket before and after it, and the tags that it really added and removed. */
export type Made = {
  kinds: MacroAction["kind"][];
  before: State;
  after: State;
  added: string[];
  removed: string[];
};

export async function runMacro(
  scope: Scope<AgentActor>,
  { runid, bubbleid, updated_on, ticketid, message }: z.output<typeof runBody>,
): Promise<MacroRun> {
  const ticket = await accessLocked(scope, ticketid);
  const repeat = await findRun(scope, runid);
  if (repeat) {
    if (repeat.ticket_id !== ticket.id) throw conflict("conflict", "message_id_taken");
    return answer(scope, runid, ticket, repeat.message_id);
  }
  const macro = await findMacro(scope, { bubbleid, updated_on });
  const sent = message && (await replyTo(scope, ticket, message));
  await runActions(scope, ticket, { ...macro, runid }, sent?.id ?? null);
  return answer(scope, runid, ticket, sent?.id ?? null);
}

type Seen = { bubbleid: string; updated_on: string };

/** The macro as the agent saw it. */
export async function findMacro(
  scope: Scope<AgentActor>,
  { bubbleid, updated_on }: Seen,
): Promise<Omit<KeptMacro, "runid">> {
  const { actions, name, ...bubble } = await findSharedBubble(scope, bubbleid);
  if (bubble.updated_on.toISOString() !== updated_on) throw conflict("conflict", "macro_changed");
  if (actions.length === 0) throw invalid("macro_without_actions");
  return { bubbleid, name, actions, updated_on };
}

/** Makes the changes of a macro in the locked ticket, and keeps what is needed to undo them. */
export async function runActions(
  scope: Scope<AgentActor>,
  ticket: TicketRow,
  { runid, bubbleid, actions }: Pick<KeptMacro, "runid" | "bubbleid" | "actions">,
  messageId: string | null,
): Promise<void> {
  const made: Made = {
    kinds: actions.map(({ kind }) => kind),
    before: stateOf(ticket),
    after: stateOf(ticket),
    added: [],
    removed: [],
  };
  for (const action of actions) await act(scope, ticket.id, action, made);
  made.after = stateOf((await lockTicket(scope, ticket.id)) ?? ticket);
  await keep(scope, runid, { ticket_id: ticket.id, message_id: messageId, made });
  await countUse(scope, bubbleid);
  const facts = { agent: scope.actor.id, bubble: bubbleid };
  await record(scope, { kind: "ticket_macro", subject: ticket.id, facts });
}

async function act(
  scope: Scope<AgentActor>,
  ticketid: string,
  action: MacroAction,
  made: Made,
): Promise<void> {
  if (action.kind === "tag") {
    const { added, removed } = await changeTags(scope, { ticketid, add: action.add, remove: action.remove });
    Object.assign(made, { added, removed });
  }
  if (action.kind === "priority") await setTicketPriority(scope, { ticketid, priority: action.priority });
  if (action.kind === "snooze") await snoozeTicket(scope, { ticketid, until: action.until });
  if (action.kind === "move") {
    const { newDepartment, newUser } = action;
    if (newUser) await reassignUser(scope, { ticketid, newDepartment, newUser });
    else await changeDepartment(scope, { ticketid, newDepartment });
  }
  if (action.kind === "close") await closeTicket(scope, { ticketid, silently: action.silently });
}

/** The agent's own run of this id. */
export function findRun(scope: Scope<AgentActor>, runid: string) {
  return scope.db
    .selectFrom("macro_run")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("id", "=", runid)
    .forUpdate()
    .executeTakeFirst();
}

/** A run is of use for a minute; the agent's older ones go with the next. */
async function keep(
  scope: Scope<AgentActor>,
  id: string,
  { made, ...run }: { ticket_id: string; message_id: string | null; made: Made },
): Promise<void> {
  const day = 24 * 3_600_000;
  await scope.db
    .deleteFrom("macro_run")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("run_on", "<", new Date(scope.now.getTime() - day))
    .execute();
  const inserted = await scope.db
    .insertInto("macro_run")
    .values({
      ...{ company_id: scope.companyId, id, agent_id: scope.actor.id, run_on: scope.now, ...run },
      made: JSON.stringify(made),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!inserted) throw conflict("conflict", "message_id_taken");
}

async function answer(
  scope: Scope<AgentActor>,
  runid: string,
  ticket: TicketRow,
  messageId: string | null,
): Promise<MacroRun> {
  const message = await findRepeat(scope, ticket, messageId ?? undefined);
  return {
    runid,
    ticket: await viewTicket(scope, ticket.id),
    message: message ? await viewMessage(scope, message, ticket) : null,
  };
}

const iso = (time: Date | null) => time?.toISOString() ?? null;

export const stateOf = (ticket: TicketRow): State => ({
  department_id: ticket.department_id,
  handler_id: ticket.handler_id,
  accepted_on: iso(ticket.accepted_on),
  accepted_by: ticket.accepted_by,
  waited_ms: ticket.waited_ms === null ? null : Number(ticket.waited_ms),
  snoozed_on: iso(ticket.snoozed_on),
  snoozed_until: iso(ticket.snoozed_until),
  snoozed_by: ticket.snoozed_by,
  back_why: ticket.back_why,
  closed_on: iso(ticket.closed_on),
  priority: ticket.priority,
});
