/**
 * Keeps a client's event on a message that is not stored yet, or a quote of it: providers keep no order, and a client
 * may answer before our send is recorded. `sweep.ts` applies it once the message is stored.
 */
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import type { IncomingEvent } from "../seam/adapter.ts";

/** `externalId` is the id of the quoting message. */
export type LateQuote = { kind: "quote"; externalId: string; quoted: string };
export type EarlyEvent = Extract<IncomingEvent, { kind: "edit" | "delete" | "reaction" }> | LateQuote;
type Inside = { scope: Scope; channel: { id: string } };

/** Events of blocked clients' messages, and of messages older than the connection, never find theirs. */
const mostPerAccount = 1000;

/** Keeps the newest event of a kind for each message, and the newest messages of an account. */
export async function keepEvent({ scope, channel }: Inside, event: EarlyEvent): Promise<void> {
  const { db, companyId, now } = scope;
  await sql`delete from early_event where (company_id, channel_id, external_id, kind) in (
    select company_id, channel_id, external_id, kind from early_event
    where company_id = ${companyId} and channel_id = ${channel.id}
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
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "channel_id", "external_id", "kind"])
        .doUpdateSet((eb) => ({ event: eb.ref("excluded.event") }))
        .where(
          sql<boolean>`${editedOn("excluded")} is null or ${editedOn("excluded")} >= ${editedOn("early_event")}`,
        ),
    )
    .execute();
}

/** The time in JSON's form, which sorts by time. */
const editedOn = (table: string): RawBuilder<string | null> =>
  sql`${sql.ref(`${table}.event`)} ->> 'editedOn'`;

/** Deletes an event: a later one of its kind has come, or it is applied. */
export async function dropEvent(
  { scope, channel }: Inside,
  { externalId, kind }: Pick<EarlyEvent, "externalId" | "kind">,
): Promise<void> {
  await scope.db
    .deleteFrom("early_event")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channel.id)
    .where("external_id", "=", externalId)
    .where("kind", "=", kind)
    .execute();
}

export const eventOfRow = (json: unknown): EarlyEvent => {
  const event = json as EarlyEvent;
  return event.kind === "edit" ? { ...event, editedOn: new Date(event.editedOn) } : event;
};
