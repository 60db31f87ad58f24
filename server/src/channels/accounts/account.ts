/** A provider's account as a channel: known by the provider's id, and kept with its tickets when it is connected again. */
import { createHash } from "node:crypto";
import type { Platform } from "@parley/contract/values";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, type Desk, type Scope } from "../../floor/database/scope.ts";
import { conflict, type Why } from "../../floor/errors/errors.ts";
import type { ChannelRow } from "../seam/module.ts";

type Account = {
  platform: Platform;
  externalId: string;
  /**
   * The reason of the refusal when another company has the account; omitted where several may have it
   * (`manyCompanies`).
   */
  inUse?: Why;
};

const isOfMany = ({ platforms }: Pick<Scope, "platforms">, platform: Platform): boolean =>
  platforms.declarationOf(platform).manyCompanies === true;

/**
 * The id of the channel that this company has or had for the account, or of a new one: two that connect it at once
 * get the same, so the provider calls one address whichever ends last. Throws 409 when another company has it.
 */
export async function idOfAccount(
  context: Context,
  by: Caller | Desk,
  { platform, externalId, inUse }: Account,
): Promise<string> {
  const channels = await acrossCompanies(context, (db) =>
    db
      .selectFrom("channel")
      .select(["id", "company_id", "removed_on"])
      .where("platform", "=", platform)
      .where("external_id", "=", externalId)
      .orderBy("created_on", "desc")
      .execute(),
  );
  const foreign =
    !isOfMany(context, platform) &&
    channels.some((row) => row.removed_on === null && row.company_id !== by.companyId);
  if (foreign && inUse) throw conflict("conflict", inUse);
  const own = channels.filter((row) => row.company_id === by.companyId);
  const known = own.find((row) => row.removed_on === null) ?? own[0];
  return known?.id ?? newId(by.companyId, platform, externalId);
}

/** A UUID of version 8 (RFC 9562), whose bits are the application's own. */
function newId(...of: string[]): string {
  const bytes = createHash("sha256").update(JSON.stringify(of)).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

type Connection = Partial<ChannelRow> & Pick<ChannelRow, "credentials">;

/**
 * Connects the account. The name an administrator gave stays. Throws 409 when another company connected it meanwhile.
 */
export async function writeAccount(
  scope: Scope,
  { id, name, platform, externalId, inUse }: Account & { id: string; name: string },
  connection: Connection,
): Promise<void> {
  const connected = {
    broken_on: null,
    broken_reason: null,
    removed_on: null,
    many_companies: isOfMany(scope, platform),
    ...connection,
  };
  try {
    await scope.db
      .insertInto("channel")
      .values({
        company_id: scope.companyId,
        id,
        platform,
        external_id: externalId,
        name,
        created_on: scope.now,
        ...connected,
      })
      .onConflict((on) => on.columns(["company_id", "id"]).doUpdateSet(connected))
      .execute();
  } catch (error) {
    if (inUse && (error as { constraint?: string }).constraint === "channel_account")
      throw conflict("conflict", inUse);
    throw error;
  }
}
