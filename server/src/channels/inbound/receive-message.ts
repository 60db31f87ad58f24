/** A client's message finds its ticket, or makes one. */
import type { SharedTicket } from "@parley/contract/tickets";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { appendMessage, type MessageRow } from "../../support/messages/append.ts";
import { recordMessage } from "../../support/messages/publish.ts";
import { isPurged } from "../../support/messages/purged.ts";
import { prove } from "../../support/proofs/prove.ts";
import { lockMember, type TicketRow } from "../../support/ticket/access.ts";
import { isFollowedUnaccepted } from "../../support/ticket/followers.ts";
import { mergedOnThread } from "../../support/ticket/merged.ts";
import { isSpam } from "../../support/ticket/spam.ts";
import { endThread } from "../../support/tickets/merge.ts";
import { hasOpenBeside, openTicket, reopenTicket } from "../../support/tickets/open.ts";
import { viewSharedTicket } from "../../support/tickets/view.ts";
import { departmentOf } from "../accounts/department.ts";
import type { IncomingMessage } from "../seam/adapter.ts";
import { countBlocked, findOrCreateClient } from "./client.ts";
import { keepEvent } from "./early-event.ts";
import { knownSender } from "./identity.ts";
import { appendCaption, asFile } from "./long-text.ts";
import { addParticipant } from "./participants.ts";
import { createPendingFile } from "./pending-file.ts";
import { threadOf, windowUntil } from "./receive-together.ts";
import { type Receiving, Repeated } from "./receiving.ts";

/** Nearly every message takes this path: one look-up, which locks; then the message, then its ticket. */
export async function receiveMessage(receiving: Receiving, given: IncomingMessage): Promise<void> {
  const message =
    given.from.alias === undefined ? given : { ...given, from: await knownSender(receiving, given.from) };
  if (await isPurged(receiving.scope, receiving.channel.id, [message.externalId])) return;
  await receiveInTicket(receiving, message);
  const { scope, channel } = receiving;
  const { externalId, proofs } = message.from;
  if (proofs) await prove(scope, { channelId: channel.id, externalId }, proofs);
}

async function receiveInTicket(receiving: Receiving, message: IncomingMessage): Promise<void> {
  const open = await lockOpenTicket(receiving, threadOf(message));
  if (!open) return receiveFirst(receiving, message);
  const { client_blocked_on, ...ticket } = open;
  if (client_blocked_on) return countBlocked(receiving.scope, ticket.client_id);
  const appended = await append(receiving, ticket, message);
  if (appended) await publish(receiving, ticket, appended);
}

export function lockOpenTicket(
  { scope, channel }: { scope: Scope; channel: { id: string } },
  thread: string,
) {
  return scope.db
    .selectFrom("ticket")
    .innerJoin("client", (join) =>
      join.onRef("client.company_id", "=", "ticket.company_id").onRef("client.id", "=", "ticket.client_id"),
    )
    .selectAll("ticket")
    .select("client.blocked_on as client_blocked_on")
    .where("ticket.company_id", "=", scope.companyId)
    .where("ticket.channel_id", "=", channel.id)
    .where("ticket.thread", "=", thread)
    .where("ticket.closed_on", "is", null)
    .where("ticket.merged_into", "is", null)
    .forUpdate("ticket")
    .executeTakeFirst();
}

/**
 * Receives a message without an open ticket. Two at once collide at the client's identity or at the index
 * `ticket_open`, and the loser's unit of work starts again.
 */
async function receiveFirst(receiving: Receiving, message: IncomingMessage): Promise<void> {
  const { scope, channel } = receiving;
  const thread = threadOf(message);
  // A repeat of a closed ticket's message must neither reopen that ticket nor open another.
  if (await findByExternalId(receiving, message.externalId)) return;
  const client = await findOrCreateClient(receiving, message.from);
  if (client.blocked_on) return countBlocked(scope, client.id);
  const merged = await mergedOnThread(scope, receiving.channel.id, thread);
  if (merged && (await receiveMerged(receiving, merged, message, client.name))) return;
  const closed = await lockReopenable(receiving, thread);
  if (closed && isSpam(closed))
    return publish(receiving, null, await appendFirst(receiving, closed, message));
  if (closed && message.quiet) {
    const appended = await appendFirst(receiving, closed, message);
    return publish(receiving, closed, appended);
  }
  if (closed) {
    const ticket = await reopenTicket(scope, closed, { clientName: client.name });
    const appended = await appendFirst(receiving, ticket, message);
    return publish(receiving, ticket, appended);
  }
  const departmentId = message.departmentId ?? (await departmentOf(receiving));
  const { externalId } = message.from;
  const ticket = await openTicket(scope, { channel, departmentId, client, externalId, thread });
  const appended = await appendFirst(receiving, ticket, message);
  await publish(receiving, ticket, appended, await viewSharedTicket(scope, ticket.id));
}

/**
 * A message on the thread of a merged ticket belongs to its target, which it reopens as any message does its ticket. False where
 * a new ticket begins: the target was deleted, or closed too long ago, or another one of its thread is open.
 */
async function receiveMerged(
  receiving: Receiving,
  id: string,
  message: IncomingMessage,
  clientName: string,
): Promise<boolean> {
  const { scope } = receiving;
  const ticket = await lockMember(scope, id);
  if (ticket && !ticket.closed_on) {
    await publish(receiving, ticket, await appendFirst(receiving, ticket, message));
    return true;
  }
  if (ticket && isSpam(ticket)) {
    await publish(receiving, null, await appendFirst(receiving, ticket, message));
    return true;
  }
  const target = ticket?.merged_into ? await reopenable(receiving, ticket.merged_into) : null;
  if (!ticket || !target) {
    await endThread(scope, id);
    return false;
  }
  if (!message.quiet) await reopenTicket(scope, target, { clientName });
  const present = message.quiet ? ticket : await lockMember(scope, id);
  if (!present) throw new Error("A merged ticket's target is locked");
  await publish(receiving, present, await appendFirst(receiving, present, message));
  return true;
}

/** The locked target, when it was closed within the company's window and can be reopened. */
async function reopenable({ scope }: Receiving, id: string): Promise<TicketRow | null> {
  const target = await scope.db
    .selectFrom("ticket")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where(withinWindow(scope))
    .executeTakeFirst();
  return target && !(await hasOpenBeside(scope, target)) ? target : null;
}

const withinWindow = ({ companyId, now }: Scope) => sql<boolean>`ticket.closed_on > ${now}::timestamptz
  - (select reopen_window_hours from company where company_id = ${companyId}) * interval '1 hour'`;

/** The last ticket of this thread, when it is spam or was closed within the company's window. */
async function lockReopenable({ scope, channel }: Receiving, thread: string): Promise<TicketRow | undefined> {
  const last = await scope.db
    .selectFrom("ticket")
    .innerJoin("company", "company.company_id", "ticket.company_id")
    .selectAll("ticket")
    .select(
      sql<boolean>`ticket.closed_on > ${scope.now}::timestamptz - company.reopen_window_hours * interval '1 hour'`.as(
        "within_window",
      ),
    )
    .where("ticket.company_id", "=", scope.companyId)
    .where("ticket.channel_id", "=", channel.id)
    .where("ticket.thread", "=", thread)
    .where("ticket.merged_into", "is", null)
    .orderBy("ticket.created_on", "desc")
    .limit(1)
    .forUpdate("ticket")
    .executeTakeFirst();
  if (!last) return undefined;
  const { within_window, ...ticket } = last;
  return within_window || isSpam(ticket) ? ticket : undefined;
}

async function appendFirst(receiving: Receiving, ticket: TicketRow, message: IncomingMessage) {
  const appended = await append(receiving, ticket, message);
  if (!appended) throw new Repeated(message.externalId);
  return appended;
}

type Appended = { ticket: TicketRow; messages: [MessageRow, ...MessageRow[]] };

async function append(
  receiving: Receiving,
  ticket: TicketRow,
  message: IncomingMessage,
): Promise<Appended | null> {
  const { scope, channel, context, longText } = receiving;
  const original = message.replyToExternalId
    ? await findByExternalId(receiving, message.replyToExternalId)
    : undefined;
  // A file's row is written before its message, so a repeat must be recognised before both.
  const repeated =
    (message.media || longText || message.attachFile) &&
    (await findByExternalId(receiving, message.externalId));
  if (repeated) return null;
  const appended = await appendMessage(
    scope,
    ticket,
    {
      is_agent: false,
      external_id: message.externalId,
      album: message.album,
      author: message.author?.externalId ?? null,
      has_mail: message.writeMail ? true : null,
      original_id: original?.id ?? null,
      ...(await contentFor(receiving, ticket, message)),
    },
    { windowUntil: windowUntil(scope, channel, message) },
  );
  if (!appended) return null;
  const { externalId, replyToExternalId: quoted } = message;
  if (quoted && !original) await keepEvent(receiving, { kind: "quote", externalId, quoted });
  await message.writeMail?.(scope, ticket, appended.message);
  if (message.author) await addParticipant(scope, ticket, message.author);
  scope.afterCommit(() => context.figures.messages.inc({ platform: channel.platform, outcome: "received" }));
  if (!message.media || !longText) return { ticket: appended.ticket, messages: [appended.message] };
  const caption = await appendCaption(receiving, appended.ticket, message.externalId, longText);
  return { ticket: caption.ticket, messages: [appended.message, caption.message] };
}

async function contentFor(
  receiving: Receiving,
  ticket: TicketRow,
  { type, content, caption, media, attachFile }: IncomingMessage,
) {
  const { longText } = receiving;
  if (longText && !media) return asFile(receiving, ticket, longText);
  return {
    type,
    content,
    caption: longText?.beginning ?? caption,
    file_id: attachFile
      ? await attachFile(receiving.scope, ticket)
      : media && (await createPendingFile(receiving, ticket, media)),
  };
}

/** Without the ticket `before`, nobody is notified. */
async function publish(
  { scope }: Receiving,
  before: TicketRow | null,
  { ticket, messages: [first, ...more] }: Appended,
  opened?: SharedTicket,
): Promise<void> {
  // Nobody follows a ticket that is opened just now.
  const followed = before !== null && !opened && (await isFollowedUnaccepted(scope, before));
  await recordMessage(scope, ticket, first, {
    ...(before && { before: { ...before, followed } }),
    ...(opened && { opened }),
  });
  for (const message of more) await recordMessage(scope, ticket, message);
}

function findByExternalId({ scope, channel }: Receiving, externalId: string) {
  return scope.db
    .selectFrom("message")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channel.id)
    .where("external_id", "=", externalId)
    .executeTakeFirst();
}
