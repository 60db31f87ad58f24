/** Receipts that arrive before their send is recorded. `record.ts` applies them with the send, `sweep.ts` those that cross it. */
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import type { EventOf } from "./receive-update.ts";

/** Receipts of messages that others send through the account never find theirs. */
const mostPerAccount = 1000;

type Kept = Pick<EventOf<"receipt">, "externalId" | "status" | "reason">;

/** Keeps the furthest receipt of each message, and the newest of an account. */
export async function keepReceipt(
  { scope, channel }: { scope: Scope; channel: { id: string } },
  { externalId, status, reason }: Kept,
): Promise<void> {
  const { db, companyId, now } = scope;
  await sql`delete from early_receipt where company_id = ${companyId} and channel_id = ${channel.id} and external_id in (
    select external_id from early_receipt where company_id = ${companyId} and channel_id = ${channel.id}
    order by created_on desc offset ${mostPerAccount - 1})`.execute(db);
  await db
    .insertInto("early_receipt")
    .values({
      company_id: companyId,
      channel_id: channel.id,
      external_id: externalId,
      status,
      reason,
      created_on: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "channel_id", "external_id"])
        .doUpdateSet((eb) => ({ status: eb.ref("excluded.status"), reason: eb.ref("excluded.reason") }))
        .where(sql<boolean>`${order("excluded")} > ${order("early_receipt")}`),
    )
    .execute();
}

const order = (table: string) =>
  sql`array_position(array['sent', 'failed', 'delivered', 'read'], ${sql.ref(`${table}.status`)})`;
