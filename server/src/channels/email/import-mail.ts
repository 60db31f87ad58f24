/**
 * Stores an older mail as a message of a ticket that an import made. It keeps its time and triggers nothing: no event,
 * no push, no inbox line, no automatic message. Conversations that go on in Parley stay unchanged.
 */
import type { MailReason } from "@parley/contract/mail";
import type { Context } from "../../floor/context.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import { companyName } from "../../people/company/name.ts";
import { appendMessage } from "../../support/messages/append.ts";
import { isPurged } from "../../support/messages/purged.ts";
import type { TicketRow } from "../../support/ticket/access.ts";
import { departmentOf } from "../accounts/department.ts";
import { type Client, findClient, makeClient } from "../inbound/client.ts";
import { retryOnDuplicate } from "../inbound/receive.ts";
import type { Channel } from "../seam/adapter.ts";
import { idsOf, isKnown } from "./find-thread.ts";
import type { FetchedMail, HeldMail } from "./imap/fetch-mail.ts";
import type { OlderMail } from "./imap/list-older.ts";
import { positionOf } from "./import-position.ts";
import { probeHeader } from "./marks/probe-header.ts";
import {
  type Incoming,
  isAutomatic,
  isOurs,
  isPurgedMail,
  lockAccount,
  marksOf,
  messageOf,
  withIncoming,
  withWriter,
} from "./receive-mail.ts";
import { asksElsewhere } from "./sender/reply-to.ts";

type Import = { importId: string; leavesOpen: boolean };
type Step = Import & { mail: OlderMail };
/** Null: the mail is gone from the server. */
export type Fetched = { mail: OlderMail; held: HeldMail | null };
type Outcome = "taken" | "skipped" | "unread";

/** The mails of one unit of work share it. */
type Batch = {
  department: () => Promise<string>;
  company: () => Promise<string>;
  /** The closed tickets that a mail was added to. */
  closed: Set<string>;
};

/** Null: the mail is gone from the server. False: the import was cancelled, or another process reads the mailbox. */
export function importMail(
  context: Context,
  channel: Channel,
  step: Step,
  fetched: FetchedMail | null | "unread",
): Promise<boolean> {
  if (!fetched || fetched === "unread")
    return settle(context, channel, step, async () => [fetched ?? "skipped"]);
  const { raw, large } = fetched;
  const received = { raw, receivedOn: step.mail.receivedOn, large: large !== null };
  return withIncoming(context, channel, received, (incoming) =>
    settle(context, channel, step, (scope) => importInOrder(scope, channel, step, [incoming])),
  );
}

/** Imports several mails in one unit of work, in order: all or, when it rejects, none. */
export async function importMails(
  context: Context,
  channel: Channel,
  step: Import,
  fetched: Fetched[],
): Promise<boolean> {
  const last = fetched.at(-1)?.mail;
  if (!last) return true;
  const incoming = new Map<Fetched, Incoming>();
  const read = Promise.withResolvers<void>();
  const settled = Promise.withResolvers<boolean>();
  settled.promise.catch(() => undefined);
  const here = fetched.filter(({ held }) => held !== null);
  if (here.length === 0) read.resolve();
  // Each mail keeps its files until the unit of work has ended.
  const reading = here.map(async (one) => {
    const { raw, large } = one.held as HeldMail;
    const received = { raw, receivedOn: one.mail.receivedOn, large: large !== null };
    return withIncoming(context, channel, received, (mail) => {
      incoming.set(one, mail);
      if (incoming.size === here.length) read.resolve();
      return settled.promise;
    });
  });
  for (const one of reading) one.catch(read.reject);
  try {
    await read.promise;
    const inOrder = fetched.map((one) => incoming.get(one));
    const work = (scope: Scope) => importInOrder(scope, channel, step, inOrder);
    settled.resolve(await settle(context, channel, { ...step, mail: last }, work));
  } catch (error) {
    settled.reject(error);
    throw error;
  } finally {
    await Promise.allSettled(reading);
  }
  return settled.promise;
}

/** Commits the mail's rows and the position of the import together. */
async function settle(
  context: Context,
  channel: Channel,
  { importId, mail }: Step,
  work: (scope: Scope) => Promise<Outcome[]>,
): Promise<boolean> {
  const step = async (scope: Scope) => {
    await lockAccount(scope, channel);
    const outcomes = await work(scope);
    const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
    const moved = await scope.db
      .updateTable("mail_import")
      .set((eb) => ({
        position: JSON.stringify(positionOf(mail)),
        taken: eb("taken", "+", count("taken")),
        skipped: eb("skipped", "+", count("skipped")),
        unread: eb("unread", "+", count("unread")),
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

/** Undefined stands for a mail that is gone from the server. */
async function importInOrder(
  scope: Scope,
  channel: Channel,
  step: Import,
  mails: (Incoming | undefined)[],
): Promise<Outcome[]> {
  const batch: Batch = {
    department: once(() => departmentOf({ scope, channel })),
    company: once(() => companyName(scope)),
    closed: new Set(),
  };
  const outcomes: Outcome[] = [];
  for (const mail of mails) outcomes.push(mail ? await importOne(scope, mail, step, batch) : "skipped");
  if (batch.closed.size > 0)
    await scope.db
      .updateTable("ticket")
      .set((eb) => ({ closed_on: eb.ref("last_message_on") }))
      .where("company_id", "=", scope.companyId)
      .where("id", "in", [...batch.closed])
      .execute();
  return outcomes;
}

function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | undefined;
  return () => {
    asked ??= ask();
    return asked;
  };
}

async function importOne(
  scope: Scope,
  given: Incoming,
  { leavesOpen }: Import,
  batch: Batch,
): Promise<Outcome> {
  const { channel, read, from } = given;
  if (read.headers.some(({ name }) => name === probeHeader)) return "skipped";
  if (isOurs(channel, read, from)) return "skipped";
  if (await isPurgedMail(scope, given)) return "skipped";
  const mail = await withWriter(scope, given);
  const { sender } = mail;
  const own = sender.address === channel.externalId;
  const found = mail.authentication === "fail" ? null : await findImported(scope, mail);
  const to = [...read.to, ...read.cc].find(({ address }) => address.toLowerCase() !== channel.externalId);
  // A blocked client is also left out of another client's conversation.
  const writer = own ? undefined : await findClient({ scope, channel }, sender.address);
  if (writer?.blocked_on) return "skipped";
  const person = own ? to : sender;
  const address = found?.ticket.client_external_id ?? person?.address.toLowerCase();
  if (!address) return "skipped";
  const known = own || !found || (await isKnown(scope, found.ticket, sender.address));
  const automatic = isAutomatic(mail);
  const elsewhere = !own && (await asksElsewhere(scope, mail, found?.ticket ?? null));
  const marks = [...marksOf(mail, { automatic, known, storm: false, elsewhere }), "imported" as const];
  const message = await messageOf(scope, mail, { found, marks, quiet: true, known });
  const ref = own && read.messageId ? read.messageId : message.externalId;
  if (await isPurged(scope, channel.id, [ref])) return "skipped";
  // A repeat in a conversation that was found is refused when it is appended.
  if (!found && (await isThere(scope, channel, ref))) return "skipped";
  const then = { ...scope, now: mail.receivedOn };
  const ticket =
    found?.ticket ??
    (await openImported(then, mail, batch, {
      ...{ address, name: person?.name, thread: ref, leavesOpen },
      client: own ? undefined : (writer ?? null),
    }));
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
  if (ticket.closed_on) batch.closed.add(ticket.id);
  return "taken";
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

/** The imported conversation that the mail continues, by the ids it answers or is answered by. */
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
    // Mails come in the order of their dates, so a conversation with a later message goes on in Parley.
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

type New = {
  address: string;
  name: string | null | undefined;
  thread: string;
  leavesOpen: boolean;
  /** Null: there is none. Undefined: it was not looked for. */
  client: Client | null | undefined;
};

/** Null for a blocked client. */
async function openImported(
  scope: Scope,
  { channel }: Incoming,
  batch: Batch,
  { address, name, thread, leavesOpen, client: known }: New,
): Promise<TicketRow | null> {
  const from = { externalId: address, name: (name || address).slice(0, 200), username: null, lang: null };
  const there = known === undefined ? await findClient({ scope, channel }, address) : known;
  const client = there ?? (await makeClient({ scope, channel }, from));
  if (client.blocked_on) return null;
  return scope.db
    .insertInto("ticket")
    .values({
      ...{ company_id: scope.companyId, client_id: client.id, channel_id: channel.id, thread },
      ...{ client_external_id: address, platform: channel.platform, imported: true },
      ...{
        department_id: await batch.department(),
        created_on: scope.now,
        updated_on: scope.now,
      },
      ...(!leavesOpen && { closed_on: scope.now, closed_by_name: await batch.company() }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
