import type { Scope } from "../../floor/database/scope.ts";
import { pickDepartment } from "../../people/departments/pick.ts";

type OnChannel = { scope: Scope; channel: { id: string } };

/** The department of a channel's new tickets: its own, or the company's first when it has none or a deleted one. */
export async function departmentOf({ scope, channel }: OnChannel): Promise<string> {
  const own = await scope.db
    .selectFrom("channel")
    .innerJoin("department", (join) =>
      join
        .onRef("department.company_id", "=", "channel.company_id")
        .onRef("department.id", "=", "channel.department_id"),
    )
    .select("department.id")
    .where("channel.company_id", "=", scope.companyId)
    .where("channel.id", "=", channel.id)
    .where("department.deleted_on", "is", null)
    .executeTakeFirst();
  return own?.id ?? (await pickDepartment(scope)).departmentid;
}
