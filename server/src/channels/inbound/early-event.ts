/**
 * What a client did to a message that is not stored yet, or quotes of it: providers keep no order, and a client may answer before
 * our send is recorded. `sweep.ts` applies it once the message is there.
 */
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import type { IncomingEvent } from "../seam/adapter.ts";

/** `externalId` is that of the message that quotes. */
export type LateQuote = { kind: "quote"; externalId: string; quoted: string };
export type EarlyEvent = Extract<IncomingEvent, { kind: "edit" | "delete" | "reaction" }> | LateQuote;
type Inside = { scope: Scope; channel: { id: string } };

/** Those of messages of blocked clients, and from before the connection, never find theirs. */
const mostPerAccount = 1000;

/** Keeps of each message the newest of a kind, and of an account the newest messages. */
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

/** As JSON writes it, which sorts by time. */
const editedOn = (table: string): RawBuilder<string | null> =>
  sql`${sql.ref(`${table}.event`)} ->> 'editedOn'`;

/** A later event of the kind has come, or this one is applied. */
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
