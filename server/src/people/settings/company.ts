import { reasonOf } from "@parley/contract/reasons";
import type { CompanySettings, SettingsAnswer } from "@parley/contract/settings";
import type { Config } from "../../floor/config/config.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { invalid } from "../../floor/errors/errors.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { changeSlug, readSlug } from "../company/slug.ts";

const fields = [
  "name",
  "time_zone",
  "reopen_window_hours",
  "max_upload_mb",
  "mentions_elsewhere",
  "take_over_minutes",
  "take_back",
  "organisations_join",
] as const;

export async function viewSettings(scope: Scope, config: Config): Promise<SettingsAnswer> {
  return { ...(await read(scope)), company_id: scope.companyId, server_upload_mb: config.maxUploadMb };
}

/** Changes the given settings. An upload limit above the server's own is refused, since it could not be kept. */
export async function changeSettings(
  scope: Scope,
  config: Config,
  to: Partial<CompanySettings>,
): Promise<SettingsAnswer> {
  if ((to.max_upload_mb ?? 0) > config.maxUploadMb)
    throw invalid(reasonOf("upload_limit_of_server", { max: config.maxUploadMb }), {
      message: `max_upload_mb: this server takes files of ${config.maxUploadMb} MB at most`,
    });
  const before = await read(scope);
  const changes = changesBetween<CompanySettings>(before, to);
  if (Object.keys(changes).length > 0) {
    const { slug, ...columns } = to;
    if (Object.keys(columns).length > 0)
      await scope.db.updateTable("company").set(columns).where("company_id", "=", scope.companyId).execute();
    if (slug !== undefined && slug !== before.slug) await changeSlug(scope, slug);
    await record(scope, {
      kind: "company_update",
      subject: scope.companyId,
      name: to.name ?? before.name,
      facts: { fields: Object.keys(changes) },
      changes,
    });
  }
  return viewSettings(scope, config);
}

async function read(scope: Scope): Promise<CompanySettings> {
  const columns = await scope.db
    .selectFrom("company")
    .select(fields)
    .where("company_id", "=", scope.companyId)
    .executeTakeFirstOrThrow();
  return { ...columns, slug: await readSlug(scope) };
}
