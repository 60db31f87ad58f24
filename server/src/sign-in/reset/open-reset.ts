import type { Context } from "../../floor/context.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { hashOf } from "../session/session.ts";

/**
 * The account whose password an administrator's link sets. Opening the link does not consume it. Throws 404 for a link
 * that is unknown, used or expired, without a difference.
 */
export async function openReset(context: Context, token: string): Promise<{ email: string }> {
  const found = await acrossCompanies(context, (db) =>
    db
      .selectFrom("mail_grant")
      .innerJoin("agent", (join) =>
        join
          .onRef("agent.company_id", "=", "mail_grant.company_id")
          .onRef("agent.id", "=", "mail_grant.agent_id"),
      )
      .select("agent.email")
      .where("token_hash", "=", hashOf(token))
      .where("purpose", "=", "password_reset")
      .where("expires_on", ">", context.clock())
      .where("agent.disabled_on", "is", null)
      .executeTakeFirst(),
  );
  if (!found) throw new Refusal(404, "not_found", "reset_link_over");
  return found;
}
