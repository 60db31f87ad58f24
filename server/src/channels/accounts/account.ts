/** A provider's account as a channel: known by the provider's id, and kept with its tickets when it is connected again. */
import type { Platform } from "@parley/contract/values";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, type Desk, type Scope } from "../../floor/database/scope.ts";
import { conflict, type Why } from "../../floor/errors/errors.ts";
import { declarationOf } from "../../floor/platforms/platforms.ts";
import type { ChannelRow } from "../seam/module.ts";

type Account = {
  platform: Platform;
  externalId: string;
  /** The reason when another company has it; none where several may (`manyCompanies`). */
  taken?: Why;
};

const isOfMany = (platform: Platform): boolean => declarationOf(platform).manyCompanies === true;

/** The channel that this company has or had for the account. Throws 409 when another company has it. */
export async function findOwnAccount(
  context: Context,
  by: Caller | Desk,
  { platform, externalId, taken }: Account,
): Promise<string | null> {
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
    !isOfMany(platform) && channels.some((row) => row.removed_on === null && row.company_id !== by.companyId);
  if (foreign && taken) throw conflict("conflict", taken);
  const own = channels.filter((row) => row.company_id === by.companyId);
  return (own.find((row) => row.removed_on === null) ?? own[0])?.id ?? null;
}

type Connection = Partial<ChannelRow> & Pick<ChannelRow, "credentials">;

/** Connects it. The name an administrator gave stays. Throws 409 when another company connected it meanwhile. */
export async function writeAccount(
  scope: Scope,
  { id, name, platform, externalId, taken }: Account & { id: string; name: string },
  connection: Connection,
): Promise<void> {
  const connected = {
    broken_on: null,
    broken_reason: null,
    removed_on: null,
    many_companies: isOfMany(platform),
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
    if (taken && (error as { constraint?: string }).constraint === "channel_account")
      throw conflict("conflict", taken);
    throw error;
  }
}
