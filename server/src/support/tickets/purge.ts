/**
 * Removes the files and rows of deleted tickets, in small steps: a step that a crash interrupts is done again, and the next
 * ones go on from what is left. Of the messages, keyed hashes of their ids stay, and in the ledger the ticket's events.
 */
import { limits } from "@parley/contract/limits";
import { sql } from "kysely";
import { isShared } from "../../files/copy-rows.ts";
import type { Context } from "../../floor/context.ts";
import { withDeleted } from "../../floor/database/deleted.ts";
import { acrossCompanies, inCompany, type Scope } from "../../floor/database/scope.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";
import { record } from "../../floor/ledger/record.ts";
import type { MessageRow } from "../messages/append.ts";
import { keepHashes } from "../messages/purged.ts";
import type { TicketRow } from "../ticket/access.ts";

/** Milliseconds beyond those in which a ticket can be restored, since the clocks of two processes may differ. */
const margin = 3_600_000;
/** The number of tickets of one run, and the milliseconds after which a run begins no further step. */
const most = 50;
const longestRun = 2_000;
/** The numbers of files and of rows that one step removes at most. */
const filesPerStep = 50;
const rowsPerStep = 500;

type Due = { companyId: string; ticketId: string };

export async function purgeDeleted(context: Context): Promise<void> {
  const begun = performance.now();
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom("ticket")
      .select(["company_id as companyId", "id as ticketId"])
      .where("deleted_on", "<=", dueBefore(context.clock()))
      .orderBy("deleted_on")
      .limit(most)
      .execute(),
  );
  for (const ticket of due) {
    try {
      while (await purgeStep(context, ticket)) if (performance.now() - begun > longestRun) return;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      context.log.error({ err: error, ticket: ticket.ticketId }, "A deleted ticket could not be removed");
    }
  }
}

const dueBefore = (now: Date) => new Date(now.getTime() - limits.deletedTicketKept - margin);

/** Files first: their rows name them. The bytes of a file whose copy is in another ticket stay. Answers whether something is left. */
export async function purgeStep(context: Context, due: Due): Promise<boolean> {
  const inside = <Answer>(work: (scope: Scope, ticket: TicketRow) => Promise<Answer>) =>
    inCompany(context, { kind: "desk", companyId: due.companyId }, (scope) =>
      withDeleted(scope, async () => {
        const ticket = await lockDue(scope, due.ticketId);
        return ticket && work(scope, ticket);
      }),
    );
  const files = await inside(findFiles);
  // Another process is at it, or it is done.
  if (!files) return false;
  if (files.length === 0) return (await inside(removeRows)) === "more";
  const own = files.filter(({ shared }) => !shared);
  for (const key of own.flatMap(({ storage_key, thumbnail_key }) => [storage_key, thumbnail_key]))
    if (key) await context.files.remove(key);
  await inside((scope) =>
    forgetKeys(
      scope,
      files.map(({ id }) => id),
    ),
  );
  return true;
}

async function lockDue({ db, companyId, now }: Scope, id: string): Promise<TicketRow | null> {
  const ticket = await db
    .selectFrom("ticket")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("deleted_on", "<=", dueBefore(now))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return ticket ?? null;
}

const findFiles = ({ db, companyId }: Scope, { id }: TicketRow) =>
  db
    .selectFrom("file")
    .select(["id", "storage_key", "thumbnail_key", isShared.as("shared")])
    .where("company_id", "=", companyId)
    .where("ticket_id", "=", id)
    .where((eb) => eb.or([eb("storage_key", "is not", null), eb("thumbnail_key", "is not", null)]))
    .limit(filesPerStep)
    .execute();

const forgetKeys = ({ db, companyId }: Scope, ids: string[]) =>
  db
    .updateTable("file")
    .set({ storage_key: null, thumbnail_key: null })
    .where("company_id", "=", companyId)
    .where("id", "in", ids)
    .execute();

/** Rows that no other one of the ticket names, by their tables. */
const named = [
  ...(["pin", "queued_reaction", "failed_message", "automatic_outcome", "automatic_due"] as const),
  ...(["visitor_mail", "visitor_mail_due", "ticket_follower", "ticket_read", "ticket_sight"] as const),
  ...([
    "figure_due",
    "rule_due",
    "rule_wait",
    "rule_run",
    "rule_judgement",
    "goal_span",
    "ticket_offer",
  ] as const),
  ...(["outgoing", "message_version", "macro_run", "ticket_value"] as const),
  ...(["ticket_tag", "draft", "note_draft", "notification", "participant", "mail_reference"] as const),
] as const;

type Part = (scope: Scope, ticket: TicketRow, most: number) => Promise<number>;

/** In this order no row is named by one that stays. */
const parts: Part[] = [
  ...named.map(
    (table): Part =>
      (scope, ticket, upTo) =>
        removeFrom(scope, sql.table(table), sql`ticket_id = ${ticket.id}`, upTo),
  ),
  subtractFromFigures,
  removeNotes,
  removeMessages,
  (scope, ticket, upTo) =>
    removeFrom(
      scope,
      sql.table("action"),
      sql`client_id = ${ticket.client_id} and ticket_id = ${ticket.id}`,
      upTo,
    ),
  forgetAnswers,
];
const removeFiles: Part = (scope, ticket, upTo) =>
  removeFrom(scope, sql.table("file"), sql`ticket_id = ${ticket.id}`, upTo);

/** Its merged tickets were hidden with it; they are deleted tickets of their own now, and due. */
async function releaseMerged({ db, companyId }: Scope, ticket: TicketRow): Promise<void> {
  const { id, deleted_on, deleted_by } = ticket;
  await db
    .updateTable("ticket")
    .set((eb) => ({
      ...{ merged_into: null, merged_on: null, merged_by: null, deleted_on, deleted_by },
      closed_on: eb.fn.coalesce("closed_on", eb.val(deleted_on)),
    }))
    .where("company_id", "=", companyId)
    .where("merged_into", "=", id)
    .execute();
}

/** The tickets that were split from it name none any more. */
async function releaseSplit({ db, companyId }: Scope, { id }: TicketRow): Promise<void> {
  await db
    .updateTable("ticket")
    .set({ split_from: null })
    .where("company_id", "=", companyId)
    .where("split_from", "=", id)
    .execute();
}

async function removeRows(scope: Scope, ticket: TicketRow): Promise<"more" | "done"> {
  await releaseMerged(scope, ticket);
  await releaseSplit(scope, ticket);
  let left = rowsPerStep;
  for (const part of [...parts, removeFiles]) {
    left -= await part(scope, ticket, left);
    if (left <= 0) return "more";
  }
  await removeTicket(scope, ticket);
  return "done";
}

async function removeFrom(
  { db, companyId }: Scope,
  table: ReturnType<typeof sql.table>,
  which: ReturnType<typeof sql>,
  upTo: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from ${table} where ctid = any (array(
    select ctid from ${table} where company_id = ${companyId} and ${which} limit ${upTo}))`.execute(db);
  return Number(numAffectedRows);
}

/** A deleted ticket counts for nothing: the days lose what they may still have of it. */
async function subtractFromFigures({ db, companyId }: Scope, { id }: TicketRow): Promise<number> {
  await sql`select count_figures(${companyId}, array[${id}::uuid])`.execute(db);
  return 0;
}

async function removeNotes({ db, companyId }: Scope, { id }: TicketRow, upTo: number): Promise<number> {
  const notes = await db
    .selectFrom("note")
    .select("id")
    .where("company_id", "=", companyId)
    .where("ticket_id", "=", id)
    .limit(upTo)
    .execute();
  const ids = notes.map((note) => note.id);
  if (ids.length === 0) return 0;
  await db
    .deleteFrom("note_mention")
    .where("company_id", "=", companyId)
    .where("note_id", "in", ids)
    .execute();
  await db.deleteFrom("note").where("company_id", "=", companyId).where("id", "in", ids).execute();
  return ids.length;
}

async function removeMessages(scope: Scope, { id }: TicketRow, upTo: number): Promise<number> {
  const { db, companyId } = scope;
  const messages = await db
    .selectFrom("message")
    .leftJoin("message_mail as mail", (join) =>
      join.onRef("mail.company_id", "=", "message.company_id").onRef("mail.message_id", "=", "message.id"),
    )
    .select(["message.id", "message.seq", "message.channel_id", "message.external_id"])
    .select("message.split_from")
    .select(["mail.message_ref", "mail.content_hash", "mail.marks"])
    .where("message.company_id", "=", companyId)
    .where("message.ticket_id", "=", id)
    .orderBy("message.seq")
    .limit(upTo)
    .execute();
  const ids = messages.map((message) => message.id);
  if (ids.length === 0) return 0;
  await unmarkOriginals(
    scope,
    id,
    messages.flatMap(({ split_from }) => split_from ?? []),
  );
  // The ids of a copy are those of its original.
  await keepHashes(
    scope,
    messages.filter(({ split_from }) => !split_from),
  );
  for (const table of ["message_file", "message_mail", "message_changing"] as const)
    await db.deleteFrom(table).where("company_id", "=", companyId).where("message_id", "in", ids).execute();
  await db.deleteFrom("message").where("company_id", "=", companyId).where("id", "in", ids).execute();
  return ids.length;
}

/** The rows of a ticket that no one has added to, all but its files' and its own. */
export async function removeAllRows(scope: Scope, ticket: TicketRow): Promise<void> {
  for (const part of parts) while ((await part(scope, ticket, rowsPerStep)) === rowsPerStep);
}

/** The messages that were copied into the ticket are marked no longer. Answers those that were. */
export async function unmarkOriginals(
  { db, companyId }: Scope,
  splitId: string,
  ids: string[],
): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  return db
    .updateTable("message")
    .set({ split_into: null })
    .where("company_id", "=", companyId)
    .where("id", "in", ids)
    .where("split_into", "=", splitId)
    .returningAll()
    .execute();
}

/** A receiver may have repeated in its answer what it was sent. */
async function forgetAnswers({ db, companyId }: Scope, { id }: TicketRow): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_delivery")
    .set({ answer: null })
    .where("company_id", "=", companyId)
    .where("subject_id", "=", id)
    .where("answer", "is not", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** With the last row the event is written. A visitor's page is kept by its conversation's thread. */
async function removeTicket(scope: Scope, ticket: TicketRow): Promise<void> {
  const { db, companyId } = scope;
  const { id: subject, client_id: client, channel_id, thread } = ticket;
  const { name } = await db
    .selectFrom("client")
    .select("name")
    .where("company_id", "=", companyId)
    .where("id", "=", client)
    .executeTakeFirstOrThrow();
  await db.deleteFrom("ticket").where("company_id", "=", companyId).where("id", "=", subject).execute();
  await sql`delete from visit where company_id = ${companyId} and channel_id = ${channel_id} and thread = ${thread}
    and not exists (select from ticket t where t.company_id = ${companyId} and t.channel_id = ${channel_id}
      and t.thread = ${thread})`.execute(db);
  await record(scope, { kind: "ticket_purge", subject, name, facts: { client } });
}
