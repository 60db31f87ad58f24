/** Lets the texts leave whose time has come, and stops those that cannot. */

import { type Reason, reasonOf } from "@parley/contract/reasons";
import { type AgentFields, agentActor } from "../../floor/actors/actor.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import {
  type AgentActor,
  acrossCompanies,
  type DeskActor,
  inCompany,
  type Scope,
} from "../../floor/database/scope.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { listAdmins } from "../../people/agents/admins.ts";
import { departmentsOf } from "../../people/agents/departments.ts";
import { ticketOfMessage } from "../messages/access.ts";
import { notify } from "../notifications/notify.ts";
import type { TicketRow } from "../ticket/access.ts";
import { lockTicket } from "../ticket/access.ts";
import { findTarget } from "../ticket/merged.ts";
import { mayRead } from "../ticket/sight.ts";
import { viewSharedTicket } from "../tickets/view.ts";
import { leaveFirst, publishFirst } from "./first.ts";
import { leave } from "./leave.ts";
import { publishOutgoing } from "./publish.ts";
import {
  deleteOutgoing,
  dueColumns,
  dueOf,
  dueSql,
  findOutgoing,
  leavingOn,
  type OutgoingRow,
  updateOutgoing,
} from "./rows.ts";

/** The number of texts in one run; the next run finds the rest. */
const mostDue = 200;
/** The number of tickets that are worked on at once. */
const atOnce = 6;
/** Milliseconds until a text whose leaving failed is tried again, so that it does not hold up the others. */
const retryAfter = 60_000;
/** A text whose leaving fails is tried so often; then it stops. */
const mostTries = 5;

export async function sweepOutgoing(context: Context): Promise<void> {
  const now = context.clock();
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom("outgoing")
      .select(["company_id as companyId", "id", "ticket_id as ticketId"])
      .where((eb) => eb.or(dueColumns.map((column) => eb(column, "<=", now))))
      .orderBy(dueSql)
      .orderBy("created_on")
      .limit(mostDue)
      .execute(),
  );
  const byTicket = [...Map.groupBy(due, ({ ticketId, id }) => ticketId ?? id).values()];
  const next = byTicket.values();
  await Promise.all(
    Array.from({ length: Math.min(atOnce, byTicket.length) }, async () => {
      for (const texts of next) await leaveInOrder(context, texts);
    }),
  );
}

/** `ticketId` is null for a mail that begins a conversation. */
type Due = { companyId: string; id: string; ticketId: string | null };

/** Texts that are due in a ticket leave in order: where another process holds the ticket, it goes on with all of them. */
async function leaveInOrder(context: Context, texts: Due[]): Promise<void> {
  for (const { companyId, id, ticketId } of texts) {
    try {
      const locked = await inCompany(context, { kind: "desk", companyId }, (scope) =>
        ticketId ? letLeave(context, scope, id, ticketId) : letBegin(context, scope, id),
      );
      if (!locked) return;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      context.log.error({ err: error, outgoing: id }, "A text that is due did not leave");
      await inCompany(context, { kind: "desk", companyId }, (scope) => putOff(scope, id, ticketId));
    }
  }
}

/** False when another process holds the ticket. */
async function letLeave(
  context: Context,
  scope: Scope<DeskActor>,
  id: string,
  ticketId: string,
): Promise<boolean> {
  const ticket = await lockFree(scope, ticketId);
  if (!ticket) return false;
  // Under the ticket's lock one that another process let leave is no longer there.
  const row = await findOutgoing(scope, id);
  const due = row && dueOf(row);
  if (!due || due > scope.now) return true;
  if ((await ticketOfMessage(scope, id)) === ticketId) {
    // A call sent the same id at once.
    await deleteOutgoing(scope, row);
    return true;
  }
  const writer = await findWriter(scope, row.agent_id);
  try {
    if (!writer.actor) throw new Refusal(403, "forbidden", "outgoing_writer_left");
    const { actor } = writer;
    await leave(context, { ...scope, actor }, { ticket, row, seenSeq: row.seen_seq });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { reason = reasonOf("outgoing_failed") } = error.details;
    await stop(scope, ticket, row, { writer, reason });
  }
  return true;
}

/** Lets a mail begin its conversation. Its own row is locked, since there is no ticket yet. */
async function letBegin(context: Context, scope: Scope<DeskActor>, id: string): Promise<boolean> {
  const row = await lockFreeRow(scope, id);
  const due = row && dueOf(row);
  if (!due || due > scope.now) return true;
  const writer = await findWriter(scope, row.agent_id);
  try {
    if (!writer.actor) throw new Refusal(403, "forbidden", "outgoing_writer_left");
    await leaveFirst(context, { ...scope, actor: writer.actor }, row);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await stopFirst(scope, row, { writer, reason: stopReason(error) });
  }
  return true;
}

const lockFreeRow = (scope: Scope, id: string): Promise<OutgoingRow | undefined> =>
  scope.db
    .selectFrom("outgoing")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** Its writer lost sight of the account's tickets where the account is not found: one that was disconnected has its own reason. */
const stopReason = ({ details }: Refusal): Reason => {
  const reason = details.reason ?? reasonOf("outgoing_failed");
  return reason.code === "not_found" ? reasonOf("not_allowed") : reason;
};

/** The ticket, or the one that it was merged into, locked; undefined while another process holds it. */
async function lockFree(scope: Scope, ticketId: string): Promise<TicketRow | undefined> {
  const own = await scope.db
    .selectFrom("ticket")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticketId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  const target = own ? null : await findTarget(scope, ticketId);
  return target ? lockTicket(scope, target) : own;
}

type Writer = { actor: AgentActor | null; name: string };

/** The writer with their present rights, which hold until the commit. */
async function findWriter(scope: Scope, agentId: string): Promise<Writer> {
  const agent = await scope.db
    .selectFrom("agent")
    .select(["role", "department_id", "first_name", "last_name", "disabled_on"])
    .select(departmentsOf.as("departmentids"))
    .where("company_id", "=", scope.companyId)
    .where("id", "=", agentId)
    .forShare()
    .executeTakeFirstOrThrow();
  const name = agentName(agent);
  if (agent.disabled_on) return { actor: null, name };
  const { role, department_id: departmentid, departmentids } = agent;
  const fields: AgentFields = {
    companyId: scope.companyId,
    id: agentId,
    role,
    departmentid,
    name,
    departmentids,
  };
  return { actor: agentActor(fields), name };
}

/** It stays as it is, with the reason, and waits for its writer, who is told. */
async function stop(
  scope: Scope<DeskActor>,
  ticket: TicketRow,
  row: OutgoingRow,
  { writer, reason }: { writer: Writer; reason: Reason },
): Promise<void> {
  const stopped = await updateOutgoing(scope, row, {
    ...leavingOn(row, null),
    stopped_on: scope.now,
    stopped_why: reason,
    tries: 0,
  });
  await publishOutgoing(scope, ticket, stopped);
  const shared = await viewSharedTicket(scope, ticket.id);
  await record(scope, {
    kind: "ticket_outgoing_stop",
    subject: ticket.id,
    facts: { client: ticket.client_id, writer: row.agent_id, reason: reason.code },
    inHand: { ticket: shared, writer: writer.name },
  });
  for (const told of await toldOf(scope, ticket, writer))
    await notify(scope, told, {
      type: "outgoing",
      name: shared.client_name,
      ticket,
      message: { id: row.id, seq: null, reason },
      ...(told !== row.agent_id && { byName: writer.name }),
    });
}

/** The same for a mail without a ticket. Its writer is told, or the administrators once the writer has left. */
async function stopFirst(
  scope: Scope<DeskActor>,
  row: OutgoingRow,
  { writer, reason }: { writer: Writer; reason: Reason },
): Promise<void> {
  const to = { ...leavingOn(row, null), stopped_on: scope.now, stopped_why: reason, tries: 0 };
  const { client_name: name } = await publishFirst(scope, await updateOutgoing(scope, row, to));
  const line = { type: "outgoing", name, ticket: null, message: { id: row.id, seq: null, reason } } as const;
  if (writer.actor) return notify(scope, writer.actor.id, line);
  for (const id of await adminIds(scope)) await notify(scope, id, { ...line, byName: writer.name });
}

const adminIds = async (scope: Scope): Promise<string[]> => (await listAdmins(scope)).map(({ id }) => id);

/** The writer while they may read the ticket, else its handler, else the administrators. */
async function toldOf(scope: Scope, ticket: TicketRow, { actor }: Writer): Promise<string[]> {
  const may =
    actor && (await mayRead(scope, actor, { ticket_id: ticket.id, department_id: ticket.department_id }));
  if (may) return [actor.id];
  return ticket.handler_id ? [ticket.handler_id] : adminIds(scope);
}

/** Tries again in a minute, or stops after the last try. Nothing of the try that failed is left. */
async function putOff(scope: Scope<DeskActor>, id: string, ticketId: string | null): Promise<void> {
  const ticket = ticketId ? await lockFree(scope, ticketId) : null;
  const row = await findOutgoing(scope, id);
  if (!row || !dueOf(row)) return;
  const tries = row.tries + 1;
  if (tries >= mostTries && (ticket || !ticketId)) {
    const why = { writer: await findWriter(scope, row.agent_id), reason: reasonOf("outgoing_failed") };
    return ticket ? stop(scope, ticket, row, why) : stopFirst(scope, row, why);
  }
  await updateOutgoing(scope, row, {
    ...leavingOn(row, new Date(scope.now.getTime() + retryAfter)),
    tries,
  });
}
