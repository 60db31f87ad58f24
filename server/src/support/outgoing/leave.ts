/** A text leaves: it becomes a message of its writer, by the rules of a reply that is written now. */
import type { KeptMacro } from "@parley/contract/outgoing";
import { isType } from "@parley/contract/timeline";
import type { Context } from "../../floor/context.ts";
import { inSavepoint } from "../../floor/database/savepoint.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";
import { findMacro, runActions } from "../bubbles/macro.ts";
import type { MessageRow } from "../messages/append.ts";
import { checkOriginal, checkReply, checkUnanswered, findRepeat, queueMessage } from "../messages/send.ts";
import { appendFile } from "../messages/send-file.ts";
import { lockTicket, type TicketRow } from "../ticket/access.ts";
import { isMerged, readMember, threadOfReply } from "../ticket/merged.ts";
import { publishGone } from "./publish.ts";
import { deleteOutgoing, type OutgoingRow } from "./rows.ts";

declare module "../../floor/context.ts" {
  interface Context {
    /** Queues a mail that leaves now, in its locked ticket. */
    queueMail(
      context: Context,
      scope: Scope<AgentActor>,
      ticket: TicketRow,
      row: OutgoingRow,
    ): Promise<MessageRow>;
  }
}

type Leaving = { ticket: TicketRow; row: OutgoingRow; seenSeq: number };

/** The row goes and the message comes in one commit. Throws why it cannot leave, and has changed nothing then. */
export function leave(
  context: Context,
  scope: Scope<AgentActor>,
  { ticket: locked, row, seenSeq }: Leaving,
): Promise<MessageRow> {
  return inSavepoint(scope, async (part) => {
    const ticket = await threadOf(part, locked, row);
    // The numbers that its writer had seen are others since tickets were merged.
    await checkReply(part, ticket, isMerged(ticket) ? {} : { seenSeq });
    if (isMerged(ticket)) await checkUnanswered(part, ticket, row.created_on);
    await checkChannel(part, ticket);
    // Refuses an id that a message of another ticket has got meanwhile.
    await findRepeat(part, ticket, row.id);
    await deleteOutgoing(part, row);
    publishGone(part, locked, row, row.macro ? { ran: true } : {});
    const message = await (row.mail
      ? context.queueMail(context, part, ticket, row)
      : queueRow(part, ticket, row));
    if (row.macro) await runKept(part, locked, row.macro, message);
    return message;
  });
}

/** Runs the macro as its agent saw it, by their present rights. */
async function runKept(
  scope: Scope<AgentActor>,
  { id }: TicketRow,
  { runid, ...seen }: KeptMacro,
  message: MessageRow,
): Promise<void> {
  const macro = await findMacro(scope, seen);
  const ticket = await lockTicket(scope, id);
  if (!ticket) throw new Error("A locked ticket is there");
  await runActions(scope, ticket, { ...macro, runid }, message.id);
}

async function queueRow(scope: Scope<AgentActor>, ticket: TicketRow, row: OutgoingRow): Promise<MessageRow> {
  const { id, content, original_id: originalMessageId, file_id: fileId } = row;
  if (originalMessageId)
    await checkOriginal(scope, ticket, scope.platforms.declarationOf(ticket.platform), originalMessageId);
  if (fileId && isType(row.type, "file"))
    return appendFile(scope, ticket, {
      kind: row.type,
      fileId,
      caption: content || null,
      messageid: id,
      originalMessageId: originalMessageId ?? undefined,
    });
  return queueMessage(scope, ticket, { type: "text", content, id, original_id: originalMessageId });
}

/** A text of a merged ticket leaves on that one's thread. */
async function threadOf(scope: Scope, locked: TicketRow, row: OutgoingRow): Promise<TicketRow> {
  if (row.ticket_id === locked.id) return threadOfReply(scope, locked, { original: row.original_id });
  return (row.ticket_id && (await readMember(scope, locked, row.ticket_id))) || locked;
}

/** A message for an account that was disconnected would fail at once. */
export async function checkChannel(scope: Scope, ticket: Pick<TicketRow, "channel_id">): Promise<void> {
  const channel = await scope.db
    .selectFrom("channel")
    .select("removed_on")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticket.channel_id)
    .executeTakeFirstOrThrow();
  if (channel.removed_on) throw conflict("conflict", "channel_disconnected");
}
