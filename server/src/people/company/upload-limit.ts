import type { Config } from "../../floor/config/config.ts";
import type { Scope } from "../../floor/database/scope.ts";

/** The largest file that may be sent here, in MB: the company's limit or the server's, whichever is smaller. */
export async function uploadLimit(
  scope: Scope,
  { maxUploadMb }: Pick<Config, "maxUploadMb">,
): Promise<number> {
  const { max_upload_mb } = await scope.db
    .selectFrom("company")
    .select("max_upload_mb")
    .where("company_id", "=", scope.companyId)
    .executeTakeFirstOrThrow();
  return Math.min(max_upload_mb ?? maxUploadMb, maxUploadMb);
}
