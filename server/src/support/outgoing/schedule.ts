import type { textMacro } from "@parley/contract/leaving";
import type { KeptMacro, Scheduled, scheduleMessage as scheduleBody } from "@parley/contract/outgoing";
import type { z } from "zod";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";
import { findMacro } from "../bubbles/macro.ts";
import { checkText, findRepeat } from "../messages/send.ts";
import { viewMessage } from "../messages/view.ts";
import { accessLocked, type TicketRow } from "../ticket/access.ts";
import { lastSeqOf, membersOf } from "../ticket/merged.ts";
import { publishOutgoing } from "./publish.ts";
import { checkRoom, findOutgoing, insertOutgoing } from "./rows.ts";
import { viewOutgoing } from "./view.ts";
import { dueOn } from "./when.ts";

/** Keeps an agent's text until its time. A repeat of `messageid` answers what became of it. */
export async function scheduleMessage(
  scope: Scope<AgentActor>,
  { ticketid, messageid, leaves, macro, ...reply }: z.output<typeof scheduleBody>,
): Promise<Scheduled> {
  const ticket = await accessLocked(scope, ticketid);
  const repeat = await findScheduled(scope, ticket, messageid);
  if (repeat) return repeat;
  await checkText(scope, ticket, reply);
  return keep(scope, ticket, leaves, {
    id: messageid,
    type: "text",
    content: reply.content,
    file_id: null,
    original_id: reply.originalMessageId ?? null,
    mail: null,
    macro: await keptMacro(scope, macro),
    seen_seq: reply.seenSeq ?? (await lastSeqOf(scope, ticket)),
  });
}

/** The macro of a text as its row keeps it. Refuses one that could not run now. */
export async function keptMacro(
  scope: Scope<AgentActor>,
  macro: z.output<typeof textMacro> | undefined,
): Promise<KeptMacro | null> {
  return macro ? { ...(await findMacro(scope, macro)), runid: macro.runid } : null;
}

type Kept = Omit<Parameters<typeof insertOutgoing>[2], "held" | "due">;

/** Keeps a checked text of the locked ticket. */
export async function keep(
  scope: Scope<AgentActor>,
  ticket: TicketRow,
  leaves: string,
  kept: Kept,
): Promise<Scheduled> {
  const due = await dueOn(scope, ticket, leaves);
  await checkRoom(scope, ticket);
  const row = await insertOutgoing(
    scope,
    { ticket_id: ticket.id, channel_id: null },
    { ...kept, held: leaves === "held", due },
  );
  return { outgoing: await publishOutgoing(scope, ticket, row), message: null };
}

/** The existing text or message of an id, when the agent repeats it in this ticket. One that was taken back stays so. */
export async function findScheduled(
  scope: Scope<AgentActor>,
  ticket: TicketRow,
  id: string,
): Promise<Scheduled | null> {
  const message = await findRepeat(scope, ticket, id);
  if (message) return { outgoing: null, message: await viewMessage(scope, message, ticket) };
  const known = await findOutgoing(scope, id);
  if (!known) return null;
  if (!known.ticket_id || !membersOf(ticket).includes(known.ticket_id) || known.agent_id !== scope.actor.id)
    throw conflict("conflict", "message_id_taken");
  if (known.dropped_on) throw conflict("conflict", "outgoing_dropped");
  return { outgoing: await viewOutgoing(scope, known), message: null };
}
