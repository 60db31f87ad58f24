/**
 * Stores the copy of a sent message for the account's owner, after the first try has failed. The message itself is
 * never sent again.
 */
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { type Desk, inCompany, type Scope } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { publishMessageUpdate, reasonFields } from "../../support/messages/publish.ts";
import { lockTicket } from "../../support/ticket/access.ts";
import { findChannel, openChannel } from "../accounts/find.ts";
import { queuedMail } from "./claim.ts";
import { outgoingOf } from "./deliver.ts";

/** Timeout in milliseconds. */
const timeout = 20_000;

/** Throws when another try may succeed; it is safe to repeat. */
export async function keepCopy(
  context: Context,
  { companyId, channelId, messageId }: Tasks["keep_copy"],
  signal: AbortSignal,
): Promise<void> {
  const row = await findChannel(context, channelId);
  // An account removed meanwhile needs no copy.
  if (!row || row.company_id !== companyId) return;
  const { keepCopy: keep } = context.adapters.of(row.platform);
  if (!keep) return;
  const desk: Desk = { kind: "desk", companyId };
  const sent = await inCompany(context, desk, (scope) => findSent(context, scope, messageId));
  if (!sent) return;
  const message = {
    ...outgoingOf(context, { ...sent, replyToExternalId: null }),
    mail: await sent.mail(context),
  };
  const channel = openChannel(row, context.secrets);
  await keep(channel, message, AbortSignal.any([signal, AbortSignal.timeout(timeout)]));
  await inCompany(context, desk, (scope) => clearNote(scope, sent.ticket.id, messageId));
}

async function findSent({ channels }: Context, scope: Scope, messageId: string) {
  const message = await scope.db
    .selectFrom("message")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", messageId)
    .executeTakeFirst();
  const ticket = message && (await lockTicket(scope, message.ticket_id));
  if (!message?.has_mail || !ticket) return null;
  const file = message.file_id
    ? await scope.db
        .selectFrom("file")
        .selectAll()
        .where("company_id", "=", scope.companyId)
        .where("id", "=", message.file_id)
        .executeTakeFirst()
    : null;
  const mail = await queuedMail(channels, scope, message, ticket.platform);
  return { message, ticket, file: file ?? null, mail };
}

async function clearNote(scope: Scope, ticketId: string, messageId: string): Promise<void> {
  const ticket = await lockTicket(scope, ticketId);
  const message = await scope.db
    .updateTable("message")
    .set({ status_reason: null })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", messageId)
    .where(sql<boolean>`status_reason ->> 'code' = 'mail_copy_missing'`)
    .returningAll()
    .executeTakeFirst();
  if (ticket && message) await publishMessageUpdate(scope, ticket, message, [...reasonFields]);
}
