/**
 * Undoes what a macro made of a ticket, for its agent and for a minute, also where the agent does not see the
 * ticket any more: it undoes their own act. What others changed meanwhile stays.
 */
import { limits } from "@parley/contract/limits";
import type { MacroKind, UndoneMacro } from "@parley/contract/shared-bubbles";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, notFound, Refusal } from "../../floor/errors/errors.ts";
import { lockOpenDepartment } from "../../people/departments/pick.ts";
import { lockTicket, type TicketRow } from "../ticket/access.ts";
import { lockHandler } from "../tickets/lock-handler.ts";
import { reopenTicket } from "../tickets/open.ts";
import { applyPriority } from "../tickets/priority.ts";
import { reassign } from "../tickets/reassign.ts";
import { restoreSnooze } from "../tickets/snooze.ts";
import { applyTags } from "../tickets/tags.ts";
import { viewTicket } from "../tickets/view.ts";
import { findRun, type Made, stateOf } from "./macro.ts";

export async function undoMacro(scope: Scope<AgentActor>, runid: string): Promise<UndoneMacro> {
  const found = await findRunOf(scope, runid);
  const ticket = await lockTicket(scope, found.ticket_id);
  // The ticket's lock comes before the run's, as when it is run.
  const run = await findRun(scope, runid);
  if (!ticket || !run) throw notFound();
  if (run.undone_on) return { ticket: await viewTicket(scope, ticket.id), left: [] };
  if (scope.now.getTime() - run.run_on.getTime() > limits.macroUndo)
    throw conflict("conflict", "macro_undo_late");
  const made = run.made as Made;
  const left: MacroKind[] = [];
  for (const kind of made.kinds.toReversed()) {
    const now = await lockTicket(scope, ticket.id);
    if (now && !(await undone(scope, now, kind, made))) left.push(kind);
  }
  await scope.db
    .updateTable("macro_run")
    .set({ undone_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", runid)
    .execute();
  return { ticket: await viewTicket(scope, ticket.id), left };
}

async function findRunOf(scope: Scope<AgentActor>, runid: string) {
  const run = await scope.db
    .selectFrom("macro_run")
    .select("ticket_id")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("id", "=", runid)
    .executeTakeFirst();
  if (!run) throw notFound();
  return run;
}

/** False where it stays as it is. A check that refuses has changed nothing. */
async function undone(
  scope: Scope<AgentActor>,
  ticket: TicketRow,
  kind: MacroKind,
  made: Made,
): Promise<boolean> {
  try {
    return await undo[kind](scope, ticket, made);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

const dateOf = (time: string | null) => (time === null ? null : new Date(time));

type Undo = (scope: Scope<AgentActor>, ticket: TicketRow, made: Made) => Promise<boolean>;

const undo: Record<MacroKind, Undo> = {
  async close(scope, ticket, { after }) {
    // The client reopened it meanwhile.
    if (!ticket.closed_on) return true;
    if (stateOf(ticket).closed_on !== after.closed_on) return false;
    await reopenTicket(scope, ticket, scope.actor);
    return true;
  },

  async move(scope, ticket, { before, after }) {
    const same = ticket.department_id === after.department_id && ticket.handler_id === after.handler_id;
    if (ticket.closed_on || !same) return false;
    await lockOpenDepartment(scope, before.department_id);
    if (before.handler_id) await lockHandler(scope, before.handler_id, before.department_id);
    await reassign(scope, ticket, {
      department_id: before.department_id,
      handler_id: before.handler_id,
      accepted_on: dateOf(before.accepted_on),
      accepted_by: before.accepted_by,
      waited_ms: before.waited_ms,
    });
    return true;
  },

  async snooze(scope, ticket, { before, after }) {
    // The client's message ended it, or a colleague set another time.
    if (stateOf(ticket).snoozed_on !== after.snoozed_on) return false;
    await restoreSnooze(scope, ticket, {
      snoozed_on: dateOf(before.snoozed_on),
      snoozed_until: dateOf(before.snoozed_until),
      snoozed_by: before.snoozed_by,
      back_why: before.back_why,
    });
    return true;
  },

  async priority(scope, ticket, { before, after }) {
    if (ticket.priority !== after.priority) return false;
    await applyPriority(scope, ticket, before.priority);
    return true;
  },

  async tag(scope, ticket, { added, removed }) {
    await applyTags(scope, ticket, { add: removed, remove: added });
    return true;
  },
};
