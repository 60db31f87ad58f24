import type { Context } from "../../../floor/context.ts";
import { inCompany } from "../../../floor/database/scope.ts";
import type { ChannelRow } from "../../seam/module.ts";
import { openCredentials } from "../account/credentials.ts";
import { adoptNewer } from "./access-token.ts";

/** Stores the refresh token that the provider issued in place of the account's. Returns the row as it is then. */
export async function keepNewerToken(context: Context, row: ChannelRow): Promise<ChannelRow> {
  const credentials = openCredentials(context.secrets.open(row.credentials));
  const { oauth } = credentials;
  const refreshToken = await adoptNewer(credentials);
  if (!oauth || !refreshToken) return row;
  const newer = { ...credentials, oauth: { ...oauth, refreshToken } };
  const sealed = context.secrets.seal(JSON.stringify(newer));
  const kept = await inCompany(context, { kind: "desk", companyId: row.company_id }, ({ db }) =>
    db
      .updateTable("channel")
      .set({ credentials: sealed })
      .where("company_id", "=", row.company_id)
      .where("id", "=", row.id)
      // An administrator may have signed in again meanwhile.
      .where("credentials", "=", row.credentials)
      .returningAll()
      .executeTakeFirst(),
  );
  return kept ?? row;
}
