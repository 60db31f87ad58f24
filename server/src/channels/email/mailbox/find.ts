import type { Scope } from "../../../floor/database/scope.ts";
import { notFound } from "../../../floor/errors/errors.ts";
import type { ChannelRow } from "../../seam/module.ts";

/** A connected mailbox of the company; 404 for any other id. */
export async function accessMailbox(scope: Scope, id: string, lock = false): Promise<ChannelRow> {
  const row = await scope.db
    .selectFrom("channel")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where("platform", "=", "email")
    .where("removed_on", "is", null)
    .$if(lock, (rows) => rows.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
