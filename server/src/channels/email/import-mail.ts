/**
 * An older mail becomes a message of a ticket that an import made. It keeps its time, and nothing follows from it: no event, no
 * push, no inbox line, no automatic message. Conversations that go on in Parley are left as they are.
 */
import type { MailReason } from "@parley/contract/mail";
import type { Context } from "../../context.ts";
import { inCompany, type Scope } from "../../database/scope.ts";
import { appendMessage } from "../../messages/append.ts";
import type { TicketRow } from "../../ticket/access.ts";
import type { Channel } from "../adapters/adapter.ts";
import { findClient, makeClient } from "../client.ts";
import { departmentOf } from "../department.ts";
import { retryOnDuplicate } from "../receive.ts";
import { idsOf, isKnown } from "./find-thread.ts";
import type { FetchedMail } from "./imap/fetch-mail.ts";
import type { OlderMail } from "./imap/list-older.ts";
import { positionOf } from "./import-position.ts";
import { probeHeader } from "./probe/mark.ts";
import { type Incoming, isOurs, lockAccount, marksOf, messageOf, withIncoming } from "./receive-mail.ts";

type Step = { importId: string; leavesOpen: boolean; mail: OlderMail };
type Outcome = "taken" | "skipped" | "unread";

/** Null: it is gone from the server. False: the import was cancelled, or another process reads the mailbox. */
export function importMail(
  context: Context,
  channel: Channel,
  step: Step,
  fetched: FetchedMail | null | "unread",
): Promise<boolean> {
  if (!fetched || fetched === "unread")
    return settle(context, channel, step, async () => fetched ?? "skipped");
  const { raw, large } = fetched;
  const received = { raw, receivedOn: step.mail.receivedOn, large: large !== null };
  return withIncoming(context, channel, received, (incoming) =>
    settle(context, channel, step, (scope) => importOne(scope, incoming, step)),
  );
}

/** The mail's rows and the place of the import commit together. */
async function settle(
  context: Context,
  channel: Channel,
  { importId, mail }: Step,
  work: (scope: Scope) => Promise<Outcome>,
): Promise<boolean> {
  const step = async (scope: Scope) => {
    await lockAccount(scope, channel);
    const outcome = await work(scope);
    const moved = await scope.db
      .updateTable("mail_import")
      .set((eb) => ({
        position: JSON.stringify(positionOf(mail)),
        [outcome]: eb(outcome, "+", 1),
      }))
      .where("company_id", "=", scope.companyId)
      .where("id", "=", importId)
      .where("ended_on", "is", null)
      .where("channel_id", "in", (eb) =>
        eb
          .selectFrom("channel")
          .select("id")
          .where("company_id", "=", scope.companyId)
          .where("poll_lease_by", "=", context.processId),
      )
      .returning("id")
      .executeTakeFirst();
    if (!moved) throw new Over();
  };
  try {
    await retryOnDuplicate(() => inCompany(context, { kind: "desk", companyId: channel.companyId }, step));
    return true;
  } catch (error) {
    if (error instanceof Over) return false;
    throw error;
  }
}

class Over extends Error {
  override name = "Over";
}

async function importOne(scope: Scope, mail: Incoming, { leavesOpen }: Step): Promise<Outcome> {
  const { channel, read, sender } = mail;
  if (read.headers.some(({ name }) => name === probeHeader)) return "skipped";
  if (isOurs(channel, read, sender)) return "skipped";
  const own = sender.address === channel.externalId;
  const found = await findImported(scope, mail);
  const to = [...read.to, ...read.cc].find(({ address }) => address.toLowerCase() !== channel.externalId);
  if (!own && (await isBlockedClient(scope, channel, sender.address))) return "skipped";
  const person = own ? to : sender;
  const address = found?.ticket.client_external_id ?? person?.address.toLowerCase();
  if (!address) return "skipped";
  const known = own || !found || (await isKnown(scope, found.ticket, sender.address));
  const automatic = read.automatic !== null || read.bounce !== null;
  const marks = [...marksOf(mail, { automatic, known, storm: false }), "imported" as const];
  const message = await messageOf(scope, mail, { found, marks, quiet: true, known });
  const ref = own && read.messageId ? read.messageId : message.externalId;
  if (await isThere(scope, channel, ref)) return "skipped";
  const then = { ...scope, now: mail.receivedOn };
  const ticket =
    found?.ticket ??
    (await openImported(then, mail, { address, name: person?.name, thread: ref, leavesOpen }));
  if (!ticket) return "skipped";
  const appended = await appendMessage(
    then,
    ticket,
    {
      ...{ type: "text", content: message.content, is_agent: own, external_id: ref, has_mail: true },
      author: own ? null : sender.address,
      ...(own && { status: "sent" as const }),
    },
    { silent: true },
  );
  if (!appended) return "skipped";
  await message.writeMail?.(then, ticket, appended.message);
  if (ticket.closed_on)
    await scope.db
      .updateTable("ticket")
      .set({ closed_on: appended.message.created_on })
      .where("company_id", "=", scope.companyId)
      .where("id", "=", ticket.id)
      .execute();
  return "taken";
}

/** Such a client is left out of another's conversation too. */
async function isBlockedClient(scope: Scope, channel: Channel, address: string): Promise<boolean> {
  const client = await findClient({ scope, channel }, address);
  return client !== undefined && client.blocked_on !== null;
}

async function isThere(scope: Scope, channel: Channel, ref: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom("message")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channel.id)
    .where("external_id", "=", ref)
    .executeTakeFirst();
  return row !== undefined;
}

/** The imported conversation that it continues, by the ids it answers or is answered by. */
async function findImported(
  scope: Scope,
  { channel, read, receivedOn }: Incoming,
): Promise<{ ticket: TicketRow; why: MailReason } | null> {
  const ids = [...idsOf(read), ...(read.messageId ? [read.messageId] : [])];
  if (ids.length === 0) return null;
  const rows = await scope.db
    .selectFrom("mail_reference as reference")
    .innerJoin("ticket", (join) =>
      join
        .onRef("ticket.company_id", "=", "reference.company_id")
        .onRef("ticket.id", "=", "reference.ticket_id"),
    )
    .selectAll("ticket")
    .select("reference.message_ref")
    .where("reference.company_id", "=", scope.companyId)
    .where("reference.channel_id", "=", channel.id)
    .where("reference.message_ref", "in", ids)
    .where("ticket.imported", "=", true)
    .where("ticket.reopened_count", "=", 0)
    // Mails come in the order of their dates, so one with a later message goes on by itself.
    .where("ticket.last_message_on", "<=", new Date(receivedOn.getTime() + 1000))
    .execute();
  for (const of of ids) {
    const found = rows.find(({ message_ref }) => message_ref === of);
    if (!found) continue;
    const { message_ref: _ref, ...ticket } = found;
    return { ticket, why: { kind: "reference", of } };
  }
  return null;
}

type New = { address: string; name: string | null | undefined; thread: string; leavesOpen: boolean };

/** Null for a blocked client. */
async function openImported(
  scope: Scope,
  { channel }: Incoming,
  { address, name, thread, leavesOpen }: New,
): Promise<TicketRow | null> {
  const from = { externalId: address, name: (name || address).slice(0, 200), username: null, lang: null };
  const client =
    (await findClient({ scope, channel }, address)) ?? (await makeClient({ scope, channel }, from));
  if (client.blocked_on) return null;
  return scope.db
    .insertInto("ticket")
    .values({
      ...{ company_id: scope.companyId, client_id: client.id, channel_id: channel.id, thread },
      ...{ client_external_id: address, platform: channel.platform, imported: true },
      ...{
        department_id: await departmentOf({ scope, channel }),
        created_on: scope.now,
        updated_on: scope.now,
      },
      ...(!leavesOpen && { closed_on: scope.now, closed_by_name: "Parley" }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
