/**
 * Keeps an event on a message that is not stored yet, since providers keep no order: a client's edit, deletion or reaction
 * before their message, a receipt before our send is recorded, a quote of either. `sweep.ts` applies it once the message
 * is stored, and `record.ts` applies a receipt with the send.
 */
import { type Kysely, type OnConflictBuilder, type RawBuilder, sql } from "kysely";
import type { Database } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { publishMessageUpdate, quoteFields } from "../../support/messages/publish.ts";
import { changeMessage, type Locating, lockMessage } from "./known-message.ts";
import type { EventOf } from "./receiving.ts";

/** `externalId` is the id of the quoting message. */
export type LateQuote = { kind: "quote"; externalId: string; quoted: string };
export type EarlyEvent = EventOf<"edit" | "delete" | "reaction" | "receipt"> | LateQuote;
type Inside = { scope: Scope; channel: { id: string } };

/**
 * Events of blocked clients' messages, and of messages older than the connection, never find theirs. Receipts have a
 * thousand of their own: those of messages that others send through the account never find theirs either.
 */
const mostPerAccount = 1000;

/** Keeps the newest event of a kind for each message, the furthest receipt, and the newest messages of an account. */
export async function keepEvent({ scope, channel }: Inside, event: EarlyEvent): Promise<void> {
  const { db, companyId, now } = scope;
  await sql`delete from early_event where (company_id, channel_id, external_id, kind) in (
    select company_id, channel_id, external_id, kind from early_event
    where company_id = ${companyId} and channel_id = ${channel.id} and (kind = 'receipt') = ${event.kind === "receipt"}
    order by created_on desc offset ${mostPerAccount - 1})`.execute(db);
  await db
    .insertInto("early_event")
    .values({
      company_id: companyId,
      channel_id: channel.id,
      external_id: event.externalId,
      kind: event.kind,
      event: JSON.stringify(event),
      created_on: now,
    })
    .onConflict(replaceOlder)
    .execute();
}

/** Moves receipts that processes of the version before keep in a table of their own. */
export async function moveEarlyReceipts(db: Kysely<Database>): Promise<void> {
  await db
    .with("old", (old) => old.deleteFrom("early_receipt").returningAll())
    .insertInto("early_event")
    .columns(["company_id", "channel_id", "external_id", "kind", "event", "created_on"])
    .expression((eb) =>
      eb
        .selectFrom("old")
        .select(["company_id", "channel_id", "external_id"])
        .select(sql.lit("receipt" as const).as("kind"))
        .select(
          sql`jsonb_build_object('kind', 'receipt', 'externalId', external_id, 'status', status, 'reason', reason)`.as(
            "event",
          ),
        )
        .select("created_on"),
    )
    .onConflict(replaceOlder)
    .execute();
}

const replaceOlder = (conflict: OnConflictBuilder<Database, "early_event">) =>
  conflict
    .columns(["company_id", "channel_id", "external_id", "kind"])
    .doUpdateSet((eb) => ({ event: eb.ref("excluded.event") }))
    .where(
      sql<boolean>`(${editedOn("excluded")} is null or ${editedOn("excluded")} >= ${editedOn("early_event")})
        and (${progress("excluded")} is null or ${progress("excluded")} > ${progress("early_event")})`,
    );

/** The time of an edit in JSON's form, which sorts by time. */
const editedOn = (table: string): RawBuilder<string | null> =>
  sql`${sql.ref(`${table}.event`)} ->> 'editedOn'`;

/** How far a receipt says that the message got. */
const progress = (table: string): RawBuilder<number | null> =>
  sql`array_position(array['sent', 'failed', 'delivered', 'read'], ${sql.ref(`${table}.event`)} ->> 'status')`;

/** Deletes an event that is applied, unless another of its kind has replaced it meanwhile. */
export async function dropEvent(inside: Inside, event: EarlyEvent): Promise<void> {
  await keptOf(inside, event)
    .where("event", "=", sql`${JSON.stringify(event)}::jsonb`)
    .execute();
}

/** Deletes the kept event of the same kind: this one has come later, and its message is stored. */
export async function dropEarlier(inside: Inside, event: EarlyEvent): Promise<void> {
  await keptOf(inside, event).execute();
}

const keptOf = ({ scope, channel }: Inside, { externalId, kind }: EarlyEvent) =>
  scope.db
    .deleteFrom("early_event")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channel.id)
    .where("external_id", "=", externalId)
    .where("kind", "=", kind);

export const eventOfRow = (json: unknown): EarlyEvent => {
  const event = json as EarlyEvent;
  return event.kind === "edit" ? { ...event, editedOn: new Date(event.editedOn) } : event;
};

/** Shows a quote whose message has come, or whose send has been recorded. Applies once both messages are stored. */
export async function applyQuote(locating: Locating, quote: LateQuote): Promise<void> {
  const { scope, channel } = locating;
  const quoting = await lockMessage(locating, quote);
  const original = await scope.db
    .selectFrom("message")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channel.id)
    .where("external_id", "=", quote.quoted)
    .executeTakeFirst();
  await dropEvent(locating, quote);
  if (!quoting || !original || quoting.message.type === "deleted") return;
  const changed = await changeMessage(locating, quoting.message, { original_id: original.id });
  await publishMessageUpdate(scope, quoting.ticket, changed, [...quoteFields]);
}
