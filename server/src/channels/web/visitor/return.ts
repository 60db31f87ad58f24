/** The way back from a mail: its link carries a code that gives one browser to the visitor, once. */
import type { Context } from "../../../floor/context.ts";
import { inCompany } from "../../../floor/database/scope.ts";
import { notFound } from "../../../floor/errors/errors.ts";
import { hashOfToken } from "../../../http/visitor-calls.ts";
import type { Presented } from "./channel.ts";
import { endToken, insertSession } from "./session.ts";
import { endSession } from "./signals.ts";

/** Milliseconds. */
const good = 30 * 24 * 3_600_000;

/** 404 for a code that is wrong, used or too old. The browser's previous visitor stays unchanged. */
export async function returnAsVisitor(context: Context, presented: Presented, code: string): Promise<void> {
  const { companyId } = presented.channel;
  await inCompany(context, { kind: "desk", companyId }, async (scope) => {
    const found = await scope.db
      .updateTable("visitor_mail")
      .set({ returned_on: scope.now })
      .where("company_id", "=", companyId)
      .where("channel_id", "=", presented.row.id)
      .where("code_hash", "=", hashOfToken(code))
      .where("returned_on", "is", null)
      .where("sent_on", ">", new Date(scope.now.getTime() - good))
      .returning("external_id")
      .executeTakeFirst();
    if (!found) throw notFound();
    await endToken(scope, presented);
    await insertSession(scope, presented, found.external_id);
  });
  endSession(context, presented.tokenHash);
}
