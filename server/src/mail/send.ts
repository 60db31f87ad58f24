import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Context } from "../floor/context.ts";
import { isAbandoned } from "../floor/database/abandoned.ts";
import type { Database } from "../floor/database/schema.ts";
import { acrossCompanies } from "../floor/database/scope.ts";
import { compose } from "./compose.ts";
import { nudgeMail } from "./queue.ts";
import type { Letter, MailContent } from "./texts/content.ts";
import type { Handed } from "./transport/mailer.ts";

/** Milliseconds; longer than a server may take. A claim ends earlier when its process has ended. */
const lease = 120_000;
const pauses = [5, 15, 60, 180, 600, 1800].map((seconds) => seconds * 1000);
const keptFor = 7 * 24 * 3_600_000;
/** The number of mails in one run; the next run finds the rest. */
const most = 200;

type Claimed = {
  id: string;
  address: string;
  sealed: Buffer;
  attempts: number;
  until_on: Date;
  /** The claim of a try whose outcome was never recorded. */
  sending_until: Date | null;
};

/** Sends one queued mail. One removed, failed, not due or claimed is skipped. */
export async function sendMail(context: Context, { mailId }: { mailId: string }): Promise<void> {
  const mail = await claim(context, mailId);
  if (!mail) return;
  const content = JSON.parse(context.secrets.open(mail.sealed)) as MailContent;
  const letter = await compose(context, mail.address, content);
  if (!letter) return forget(context, mail.id);
  await record(context, mail, letter, await handOnce(context, mail, content, letter));
}

async function handOnce(
  context: Context,
  mail: Claimed,
  content: MailContent,
  letter: Letter,
): Promise<Handed> {
  // After its time a code would only mislead.
  if (mail.until_on <= context.clock()) return { outcome: "refused", reason: "too late to be of use" };
  // A code must arrive; the notices are in the inbox all the same.
  const once = content.kind === "notices" || (content.kind === "page" && content.once);
  if (once && mail.sending_until)
    return { outcome: "refused", reason: "perhaps sent, by a process that ended" };
  const handed = await context.mailer.hand(letter);
  if (!once || handed.outcome !== "unreachable" || !handed.perhapsAccepted) return handed;
  return { outcome: "refused", reason: `perhaps sent: ${handed.reason}` };
}

function claim(context: Context, id: string): Promise<Claimed | undefined> {
  const now = context.clock();
  return acrossCompanies(context, async (db) => {
    const row = await waiting(db, now, isAbandoned("mail.sending_by", context.processId))
      .where("id", "=", id)
      .select(["id", "address", "sealed", "attempts", "until_on", "sending_until"])
      .forUpdate()
      .executeTakeFirst();
    if (!row?.sealed) return undefined;
    const sendingUntil = new Date(now.getTime() + lease);
    await db
      .updateTable("mail")
      .set({ sending_until: sendingUntil, sending_by: context.processId })
      .where("id", "=", id)
      .execute();
    return { ...row, sealed: row.sealed };
  });
}

async function record(context: Context, mail: Claimed, letter: Letter, handed: Handed): Promise<void> {
  const now = context.clock();
  const outcome = outcomeOf(context, mail, letter, handed, now);
  await acrossCompanies(context, (db) =>
    db
      .updateTable("mail")
      .set({ sending_until: null, sending_by: null, attempts: mail.attempts + 1, ...outcome })
      .where("id", "=", mail.id)
      .execute(),
  );
  if ("sent_on" in outcome) context.figures.mails.inc({ outcome: handed.outcome });
  else if ("failed_on" in outcome) context.figures.mails.inc({ outcome: "failed" });
}

function outcomeOf(context: Context, mail: Claimed, letter: Letter, handed: Handed, now: Date) {
  if (handed.outcome === "sent") return { sent_on: now, sealed: null };
  // The printed text is kept for the demo's page.
  if (handed.outcome === "printed") {
    return { sent_on: now, sealed: context.secrets.seal(JSON.stringify(letter)) };
  }
  const { reason } = handed;
  const pause = pauses[mail.attempts] ?? pauses.at(-1) ?? 0;
  const next = new Date(now.getTime() + pause);
  const ends = handed.outcome === "refused" || next >= mail.until_on;
  // The reason may quote the address, so the log only names the mail.
  context.log.warn({ mail: mail.id, outcome: handed.outcome, ends }, "A mail was not accepted");
  return ends ? { failed_on: now, sealed: null, reason } : { next_attempt_on: next, reason };
}

async function forget(context: Context, id: string): Promise<void> {
  await acrossCompanies(context, (db) => db.deleteFrom("mail").where("id", "=", id).execute());
}

/** Sends mails whose next attempt is due, or whose job was lost. */
export async function sweepMails(context: Context): Promise<void> {
  const now = context.clock();
  await acrossCompanies(context, async (db) => {
    const due = await waiting(db, now, sql<boolean>`has_ended(mail.sending_by)`)
      .select("id")
      .orderBy("next_attempt_on")
      .limit(most)
      .execute();
    for (const { id } of due) await nudgeMail(db, id);
  });
}

/** Mails are removed after a week. */
export async function removeOldMails(context: Context): Promise<void> {
  const old = new Date(context.clock().getTime() - keptFor);
  await acrossCompanies(context, (db) => db.deleteFrom("mail").where("created_on", "<=", old).execute());
}

/** `abandoned`: the claim's process has ended. */
function waiting(db: Kysely<Database>, now: Date, abandoned: RawBuilder<boolean>) {
  return db
    .selectFrom("mail")
    .where("sent_on", "is", null)
    .where("failed_on", "is", null)
    .where("next_attempt_on", "<=", now)
    .where((eb) => eb.or([eb("sending_until", "is", null), eb("sending_until", "<=", now), abandoned]));
}
