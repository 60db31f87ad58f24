/** Reports that one of our mails did not arrive (RFC 3464). */
import type { Reason } from "@parley/contract/reasons";
import type { Context } from "../../floor/context.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { MailRow } from "../../support/messages/mail-view.ts";
import { publishMessageUpdate, reasonFields } from "../../support/messages/publish.ts";
import { lockTicket } from "../../support/ticket/access.ts";
import type { Channel, IncomingEvent } from "../seam/adapter.ts";
import { idsFrom, readKey } from "./marks/keys.ts";
import { failureIn } from "./parse/bounce.ts";
import type { Bounce, BouncedRecipient, ParsedMail } from "./parse/parsed-mail.ts";
import { bouncedReason } from "./probe/bounced-reason.ts";

/** Returns the receipt of the mail it is about; null when it is about none of ours, empty when it changes nothing. */
export async function receiptOf(
  context: Pick<Context, "channels">,
  scope: Scope,
  channel: Channel,
  mail: ParsedMail,
): Promise<IncomingEvent[] | null> {
  const { bounce } = mail;
  if (!bounce) return envelopeReceipt(context, scope, channel, mail);
  const failed = bounce.recipients.filter(({ action }) => action === "failed");
  const [first] = failed;
  const ours = await findBounced(scope, channel, mail, bounce);
  if (!ours) return (await noteElsewhere(context, scope, channel, mail, first)) ? [] : null;
  if (!first) return [];
  return receiptFor(scope, ours, failed, bouncedReason(first));
}

/** Handles a report in an unknown form, sent to an address that only the envelope of one mail had. */
async function envelopeReceipt(
  context: Pick<Context, "channels">,
  scope: Scope,
  channel: Channel,
  mail: ParsedMail,
): Promise<IncomingEvent[] | null> {
  if (keysIn(scope, channel, mail).length === 0) return null;
  const says = failureIn(mail);
  if (!says) return null;
  const failed = { address: "?", action: "failed", status: "", diagnostic: says };
  const ours = await findByKey(scope, channel, mail);
  if (!ours) return (await noteElsewhere(context, scope, channel, mail, failed)) ? [] : null;
  const all = [...ours.to_list, ...ours.cc_list, ...ours.bcc_list].map(({ address }) => address);
  const reason = bouncedReason({ ...failed, address: all.join(", ").slice(0, longestNames) });
  return receiptFor(scope, ours, [failed], reason);
}

const longestNames = 200;

async function receiptFor(
  scope: Scope,
  ours: MailRow,
  failed: BouncedRecipient[],
  reason: Reason,
): Promise<IncomingEvent[]> {
  await scope.db
    .updateTable("message_mail")
    .set({ bounced_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("message_id", "=", ours.message_id)
    .execute();
  const lost = new Set(failed.map(({ address }) => address.toLowerCase()));
  const all = [...ours.to_list, ...ours.cc_list, ...ours.bcc_list];
  // A report names aliases as the server knows them; with a single addressee, that one failed.
  const everyone = all.length === 1 || all.every(({ address }) => lost.has(address.toLowerCase()));
  if (!everyone && (await markBouncedMessage(scope, ours, reason))) return [];
  const status = everyone ? "failed" : "sent";
  return [{ kind: "receipt", externalId: ours.message_ref, messageId: ours.message_id, status, reason }];
}

/** Notes a bounce of another channel's message that went out by mail. */
async function noteElsewhere(
  { channels }: Pick<Context, "channels">,
  scope: Scope,
  channel: Channel,
  mail: ParsedMail,
  failed: BouncedRecipient | undefined,
): Promise<boolean> {
  const bounced = {
    ...{ carrierId: channel.id, ref: mail.bounce?.originalMessageId ?? null },
    ...{ keys: keysIn(scope, channel, mail), reason: failed ? bouncedReason(failed) : null },
  };
  for (const { carriedByMail } of channels.all) if (await carriedByMail?.bounced(scope, bounced)) return true;
  return false;
}

/**
 * The mail reached other addressees: it stays sent, and names those who did not get it. False while its send is not
 * recorded.
 */
async function markBouncedMessage(scope: Scope, ours: MailRow, reason: Reason): Promise<boolean> {
  const ticket = await lockTicket(scope, ours.ticket_id);
  const message = await scope.db
    .updateTable("message")
    .set({ status_reason: reason })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ours.message_id)
    .where("status", "=", "sent")
    .returningAll()
    .executeTakeFirst();
  if (ticket && message) await publishMessageUpdate(scope, ticket, message, ["status", ...reasonFields]);
  return message !== undefined;
}

async function findBounced(
  scope: Scope,
  channel: Channel,
  mail: ParsedMail,
  { originalMessageId }: Bounce,
): Promise<MailRow | undefined> {
  const named = await findByKey(scope, channel, mail);
  if (named) return named;
  const id = /^<([0-9a-f-]{36})@/i.exec(originalMessageId ?? "")?.[1]?.toLowerCase();
  if (!id || !uuid.test(id)) return undefined;
  const found = await ours(scope, channel).where("message.id", "=", id).executeTakeFirst();
  return found && sameId(found.message_ref, originalMessageId) ? found : undefined;
}

/** Servers may change the case of an id in transit. */
const sameId = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase();

async function findByKey(scope: Scope, channel: Channel, mail: ParsedMail): Promise<MailRow | undefined> {
  for (const { first, last, isFor } of keysIn(scope, channel, mail)) {
    const rows = await ours(scope, channel)
      .where("message.id", ">=", first)
      .where("message.id", "<=", last)
      .limit(10)
      .execute();
    const found = rows.find(({ message_id }) => isFor(message_id));
    if (found) return found;
  }
  return undefined;
}

/** The addresses to which bounces of single mails come back. */
function keysIn(scope: Scope, channel: Channel, { deliveredTo, to }: ParsedMail) {
  return [...deliveredTo, ...to.map((one) => one.address)].flatMap((address) => {
    const key = readKey(scope, channel.id, channel.externalId, address);
    return key?.kind === "bounce" ? [{ ...idsFrom(key.prefix), isFor: (id: string) => key.isFor(id) }] : [];
  });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const ours = (scope: Scope, channel: Channel) =>
  scope.db
    .selectFrom("message")
    .innerJoin("message_mail as mail", (join) =>
      join.onRef("mail.company_id", "=", "message.company_id").onRef("mail.message_id", "=", "message.id"),
    )
    .selectAll("mail")
    .where("message.company_id", "=", scope.companyId)
    .where("message.channel_id", "=", channel.id)
    .where("message.is_agent", "=", true);
