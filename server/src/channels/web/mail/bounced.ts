/**
 * Notes answers by mail that did not reach a visitor's address. In the chat they stay sent: the visitor finds them on
 * coming back.
 */
import { typesThat } from "@parley/contract/timeline";
import type { Scope } from "../../../floor/database/scope.ts";
import { publishMessageUpdate, reasonFields } from "../../../support/messages/publish.ts";
import { lockTicket } from "../../../support/ticket/access.ts";
import type { BouncedMail } from "../../seam/module.ts";

/** False for a mail that carried no answers. Without a reason the mail is only late. */
export async function noteBounced(scope: Scope, bounced: BouncedMail): Promise<boolean> {
  const mail = await findMail(scope, bounced);
  if (!mail) return false;
  const { reason } = bounced;
  const ticket = reason && (await lockTicket(scope, mail.ticket_id));
  if (!ticket) return true;
  const noted = await scope.db
    .updateTable("message")
    .set({ status_reason: reason })
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticket.id)
    .where("seq", "<=", mail.seq)
    .where("seq", ">", (eb) =>
      eb
        .selectFrom("visitor_mail as earlier")
        .select(({ fn, lit }) => fn.coalesce(fn.max("earlier.seq"), lit(0)).as("seq"))
        .where("earlier.company_id", "=", scope.companyId)
        .where("earlier.ticket_id", "=", ticket.id)
        .where("earlier.seq", "<", mail.seq),
    )
    .where("agent_id", "is not", null)
    .where("type", "in", typesThat("crossesChannel"))
    .where("status", "in", ["sent", "delivered"])
    .returningAll()
    .execute();
  for (const message of noted)
    await publishMessageUpdate(scope, ticket, message, ["status", ...reasonFields]);
  return true;
}

async function findMail(scope: Scope, { carrierId, ref, keys }: BouncedMail) {
  const carried = scope.db
    .selectFrom("visitor_mail")
    .select(["id", "ticket_id", "seq"])
    .where("company_id", "=", scope.companyId)
    .where("carrier_id", "=", carrierId);
  for (const { first, last, isFor } of keys) {
    const rows = await carried.where("id", ">=", first).where("id", "<=", last).limit(10).execute();
    const found = rows.find(({ id }) => isFor(id));
    if (found) return found;
  }
  return ref === null ? undefined : carried.where("message_ref", "=", ref).executeTakeFirst();
}
