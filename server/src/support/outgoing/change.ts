/** Changes, sends at once or takes back a text that has not left. */
import type { Message } from "@parley/contract/messages";
import type {
  changeOutgoing as changeBody,
  dropOutgoing as dropBody,
  Outgoing,
  sendOutgoing as sendBody,
} from "@parley/contract/outgoing";
import type { z } from "zod";
import type { Context } from "../../floor/context.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { forbidden, invalid } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { checkLength, checkSeen, checkWindow, findRepeat } from "../messages/send.ts";
import { viewMessage } from "../messages/view.ts";
import { accessLocked, checkAbility, type TicketRow } from "../ticket/access.ts";
import { viewSharedTicket } from "../tickets/view.ts";
import { accessOutgoing, accessOwn, lockPlace } from "./access.ts";
import { changeFirst, dropFirst, leaveFirst, lockFirst, lockOwnFirst } from "./first.ts";
import { leave } from "./leave.ts";
import { publishGone, publishOutgoing } from "./publish.ts";
import { emptyOutgoing, leavingOn, type OutgoingRow, updateOutgoing } from "./rows.ts";
import { settle } from "./settle.ts";
import { isLeftToAdmin, recordFirst } from "./take.ts";
import { viewDropped } from "./view.ts";
import { dueOn } from "./when.ts";

/** Changes the agent's own text, or its time. One that has stopped needs a new time. */
export async function changeOutgoing(
  context: Context,
  scope: Scope<AgentActor>,
  body: z.output<typeof changeBody>,
): Promise<Outgoing> {
  const { messageid, content, leaves, seenSeq } = body;
  const first = await lockOwnFirst(scope, messageid);
  if (first) {
    const later = await changeFirst(context, scope, first, body);
    await settle(scope, first);
    return later;
  }
  const { ticket, row } = await accessOwn(scope, messageid);
  await checkAbility(scope, ticket, "reply");
  if (content !== undefined) checkTextOf(scope, ticket, row, content);
  await checkSeen(scope, ticket, seenSeq);
  checkWindow(scope, ticket);
  if (row.stopped_on && !leaves) throw invalid("outgoing_stopped");
  const changed = await updateOutgoing(scope, row, {
    ...(content !== undefined && { content }),
    ...(leaves && { ...leavingOn(row, await dueOn(scope, ticket, leaves)), held: leaves === "held" }),
    ...(leaves && { stopped_on: null, stopped_why: null }),
    ...(seenSeq !== undefined && { seen_seq: seenSeq }),
  });
  await settle(scope, row);
  return publishOutgoing(scope, ticket, changed);
}

function checkTextOf(scope: Scope, ticket: TicketRow, { type, mail }: OutgoingRow, content: string): void {
  if (mail) throw invalid("outgoing_mail");
  const declared = scope.platforms.declarationOf(ticket.platform);
  if (type === "text") checkLength("message", content, declared.text);
  else checkLength("caption", content, declared.caption);
}

/** Sends the agent's own text at once. One that has left already answers its message. */
export async function sendOutgoing(
  context: Context,
  scope: Scope<AgentActor>,
  { messageid, seenSeq }: z.output<typeof sendBody>,
): Promise<Message> {
  const first = await lockOwnFirst(scope, messageid);
  if (first) {
    const begun = await leaveFirst(context, scope, first);
    await settle(scope, first);
    return viewMessage(scope, begun, await accessLocked(scope, begun.ticket_id));
  }
  const place = await lockPlace(scope, messageid);
  const repeat = await findRepeat(scope, place, messageid);
  if (repeat) return viewMessage(scope, repeat, place);
  const { ticket, row } = await accessOwn(scope, messageid);
  const message = await leave(context, scope, { ticket, row, seenSeq: seenSeq ?? ticket.last_seq });
  await settle(scope, row);
  return viewMessage(scope, message, ticket);
}

/** Takes a text back before it leaves. The answer has it once more. */
export async function dropOutgoing(
  context: Context,
  scope: Scope<AgentActor>,
  { messageid }: z.output<typeof dropBody>,
): Promise<Outgoing> {
  const first = await lockFirst(scope, messageid);
  if (first) {
    const dropped = await dropFirst(context, scope, first);
    if (first.agent_id !== scope.actor.id) await recordFirst(scope, "agent_outgoing_drop", first);
    await settle(scope, first);
    return dropped;
  }
  const { ticket, row } = await accessOutgoing(scope, messageid);
  const own = row.agent_id === scope.actor.id;
  const handles = ticket.handler_id === scope.actor.id;
  if (!own && !handles && !(await isLeftToAdmin(scope, row))) throw forbidden("outgoing_of_another");
  const view = await viewDropped(scope, row);
  await emptyOutgoing(context, scope, row);
  publishGone(scope, ticket, row);
  if (!own)
    await record(scope, {
      kind: "ticket_outgoing_drop",
      subject: ticket.id,
      facts: { client: ticket.client_id, writer: row.agent_id },
      inHand: { ticket: await viewSharedTicket(scope, ticket.id), writer: view.user_name },
    });
  await settle(scope, row);
  return view;
}
