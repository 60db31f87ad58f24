/**
 * Mails that begin a conversation and have not left. Such a row has no ticket: only its writer sees it, or the
 * administrators once the writer has left, and its own lock is the one that counts.
 */
import type { changeOutgoing as changeBody, Outgoing, Scheduled } from "@parley/contract/outgoing";
import type { z } from "zod";
import { type Room, rooms } from "../../floor/actors/rooms.ts";
import type { Context } from "../../floor/context.ts";
import { inSavepoint } from "../../floor/database/savepoint.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, forbidden, invalid } from "../../floor/errors/errors.ts";
import type { MessageRow } from "../messages/append.ts";
import { ofAgent } from "./access.ts";
import { checkChannel } from "./leave.ts";
import {
  checkRoom,
  deleteOutgoing,
  emptyOutgoing,
  findOutgoing,
  insertOutgoing,
  leavingOn,
  type OutgoingRow,
  updateOutgoing,
} from "./rows.ts";
import { viewDropped, viewOutgoing } from "./view.ts";
import { dueOn } from "./when.ts";

declare module "../../floor/context.ts" {
  interface Context {
    /** Begins the conversation of a mail that leaves now. */
    beginMail(context: Context, scope: Scope<AgentActor>, row: OutgoingRow): Promise<MessageRow>;
    /** The department to which new tickets of an account belong; 404 for one that the agent does not see. */
    departmentOfBegun(scope: Scope<AgentActor>, channelId: string): Promise<string>;
  }
}

type Place = { channel_id: string; department_id: string };
type New = Pick<OutgoingRow, "id" | "content" | "file_id" | "mail">;

export async function keepFirst(
  scope: Scope<AgentActor>,
  { channel_id, department_id }: Place,
  leaves: string,
  kept: New,
): Promise<Scheduled> {
  const due = await dueOn(scope, { department_id, reply_window_until: null }, leaves);
  await checkRoom(scope, null);
  const row = await insertOutgoing(
    scope,
    { ticket_id: null, channel_id },
    {
      ...{ ...kept, type: "text", original_id: null, macro: null, seen_seq: 0 },
      ...{ held: leaves === "held", due },
    },
  );
  return { outgoing: await publishFirst(scope, row), message: null };
}

/** The agent's own mail of an id that waits; a repeat of one that was taken back is refused. */
export async function findFirst(scope: Scope<AgentActor>, id: string): Promise<Outgoing | null> {
  const known = await findOutgoing(scope, id);
  if (!known) return null;
  if (known.agent_id !== scope.actor.id || known.ticket_id) throw conflict("conflict", "message_id_taken");
  if (known.dropped_on) throw conflict("conflict", "outgoing_dropped");
  return viewOutgoing(scope, known);
}

/** One that the agent sees, locked. Null for a text of a ticket, and for what has left. */
export async function lockFirst(scope: Scope<AgentActor>, id: string): Promise<OutgoingRow | null> {
  const row = await lockRow(scope, id);
  if (!row) return null;
  if (row.dropped_on) throw conflict("conflict", "outgoing_dropped");
  return row;
}

/** The same, of the agent's own alone. */
export async function lockOwnFirst(scope: Scope<AgentActor>, id: string): Promise<OutgoingRow | null> {
  const row = await lockFirst(scope, id);
  if (row && row.agent_id !== scope.actor.id) throw forbidden("outgoing_of_another");
  return row;
}

const lockRow = async (scope: Scope<AgentActor>, id: string): Promise<OutgoingRow | undefined> =>
  scope.db
    .selectFrom("outgoing")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where("ticket_id", "is", null)
    .where(ofAgent(scope.actor))
    .forUpdate()
    .executeTakeFirst();

export async function changeFirst(
  context: Context,
  scope: Scope<AgentActor>,
  row: OutgoingRow,
  { content, leaves }: z.output<typeof changeBody>,
): Promise<Outgoing> {
  if (content !== undefined) throw invalid("outgoing_mail");
  if (!leaves) throw invalid("outgoing_stopped");
  if (!row.channel_id) throw new Error("A mail without a ticket names its account");
  await checkChannel(scope, { channel_id: row.channel_id });
  const department_id = await context.departmentOfBegun(scope, row.channel_id);
  const due = await dueOn(scope, { department_id, reply_window_until: null }, leaves);
  const to = { held: leaves === "held", stopped_on: null, stopped_why: null };
  return publishFirst(scope, await updateOutgoing(scope, row, { ...leavingOn(row, due), ...to }));
}

export async function dropFirst(
  context: Context,
  scope: Scope<AgentActor>,
  row: OutgoingRow,
): Promise<Outgoing> {
  const view = await viewDropped(scope, row);
  await emptyOutgoing(context, scope, row);
  publishFirstGone(scope, row);
  return view;
}

/** The row goes, the ticket is opened and the message comes in one commit. Throws why it cannot leave, and has changed nothing then. */
export function leaveFirst(
  context: Context,
  scope: Scope<AgentActor>,
  row: OutgoingRow,
): Promise<MessageRow> {
  return inSavepoint(scope, async (part) => {
    if (!row.channel_id) throw new Error("A mail without a ticket names its account");
    await checkChannel(part, { channel_id: row.channel_id });
    await deleteOutgoing(part, row);
    publishFirstGone(part, row);
    return context.beginMail(context, part, row);
  });
}

/** `toAdmins`: its writer has left, or the administrators knew it so. */
export async function publishFirst(
  scope: Scope,
  row: OutgoingRow,
  { toAdmins = false } = {},
): Promise<Outgoing> {
  const view = await viewOutgoing(scope, row);
  scope.publish("updateOutgoing", view, roomsOf(scope, row, toAdmins || view.writer_left));
  return view;
}

/** The administrators get the id alone: they may have it on screen since its writer left. */
const publishFirstGone = (scope: Scope, row: OutgoingRow): void =>
  scope.publish("removeOutgoing", { ticketid: null, messageid: row.id }, roomsOf(scope, row, true));

function roomsOf({ companyId }: Scope, { agent_id }: OutgoingRow, admins: boolean): Room[] {
  return [rooms.agent(companyId, agent_id), ...(admins ? [rooms.admins(companyId)] : [])];
}
