/** "No more mails": the link asks for a press, so that link scanners stop nothing. */
import { timingSafeEqual } from "node:crypto";
import type { Context } from "../../../floor/context.ts";
import { acrossCompanies, inCompany } from "../../../floor/database/scope.ts";
import { notFound } from "../../../floor/errors/errors.ts";

type Whom = { channelId: string; externalId: string };

export const stopLink = (context: Context, { channelId, externalId }: Whom): string =>
  `${context.config.publicUrl}/chat/stop/${channelId}/${encodeURIComponent(externalId)}/${signature(context, { channelId, externalId })}`;

const signature = ({ secrets }: Pick<Context, "secrets">, { channelId, externalId }: Whom): string =>
  secrets.sign(`visitor mails ${channelId} ${JSON.stringify(externalId)}`);

/** Throws 404 for a link that this desk did not make. */
export function checkStopLink(context: Context, whom: Whom, given: string): void {
  const expected = Buffer.from(signature(context, whom));
  const bytes = Buffer.from(given);
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) throw notFound();
}

/** Returns the visitor's language. A repeat changes nothing. */
export async function stopMails(context: Context, { channelId, externalId }: Whom): Promise<string> {
  const channel = await acrossCompanies(context, (db) =>
    db.selectFrom("channel").select("company_id").where("id", "=", channelId).executeTakeFirst(),
  );
  if (!channel) throw notFound();
  const by = { kind: "desk", companyId: channel.company_id } as const;
  const visitor = await inCompany(context, by, (scope) =>
    scope.db
      .updateTable("visitor")
      .set((eb) => ({ mails_off_on: eb.fn.coalesce("mails_off_on", eb.val(scope.now)) }))
      .where("company_id", "=", scope.companyId)
      .where("channel_id", "=", channelId)
      .where("external_id", "=", externalId)
      .returning("language")
      .executeTakeFirst(),
  );
  if (!visitor) throw notFound();
  return visitor.language;
}
