import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../floor/database/schema.ts";
import type { Secrets } from "../floor/secrets/secrets.ts";
import type { MailContent } from "./texts/content.ts";

export type NewMail = { address: string; content: MailContent; until: Date };

/**
 * Queues a mail: a row, committed with the change it reports; the job only wakes the worker. It is not sent after
 * `until`.
 */
export async function queueMail(
  { db, now, secrets }: { db: Kysely<Database>; now: Date; secrets: Pick<Secrets, "seal"> },
  { address, content, until }: NewMail,
): Promise<void> {
  const id = randomUUID();
  await db
    .insertInto("mail")
    .values({
      id,
      address: address.trim(),
      sealed: secrets.seal(JSON.stringify(content)),
      created_on: now,
      next_attempt_on: now,
      until_on: until,
    })
    .execute();
  await nudgeMail(db, id);
}

export async function nudgeMail(db: Kysely<Database>, mailId: string): Promise<void> {
  const payload = JSON.stringify({ mailId });
  await sql`select enqueue_job('send_mail', ${payload}::json, ${`send_mail:${mailId}`}, null, 1)`.execute(db);
}
