/** Gives up mails to the account's own mailbox that did not come back in time. */
import { reasonOf } from "@parley/contract/reasons";
import type { Context } from "../../../floor/context.ts";
import { acrossCompanies, inCompany } from "../../../floor/database/scope.ts";
import { publishChannel } from "../../accounts/publish.ts";
import { publishReturn } from "./publish-return.ts";

export const lateAfter = 60_000;
const most = 100;

export async function sweepProbes(context: Context): Promise<void> {
  const late = new Date(context.clock().getTime() - lateAfter);
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom("mail_probe")
      .select(["company_id", "id"])
      .where("returned_on", "is", null)
      .where("failed_on", "is", null)
      .where("sent_on", "<=", late)
      .limit(most)
      .execute(),
  );
  for (const { company_id: companyId, id } of due) {
    await inCompany(context, { kind: "desk", companyId }, async (scope) => {
      const probe = await scope.db
        .updateTable("mail_probe")
        .set({ failed_on: scope.now })
        .where("company_id", "=", companyId)
        .where("id", "=", id)
        .where("returned_on", "is", null)
        .where("failed_on", "is", null)
        .returningAll()
        .executeTakeFirst();
      if (!probe) return;
      const reason = reasonOf("mail_not_returned", { provider: probe.server });
      publishReturn(scope, probe, { ok: false, reason });
      publishChannel(scope, probe.channel_id, { tickets: false });
    });
  }
}
