import type { CompanyStatus } from "@parley/contract/settings";
import { readStorage } from "../../files/storage.ts";
import type { Config } from "../../floor/config/config.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { companyTimeZone, figuresTimeZone } from "../company/time-zone.ts";

export async function viewStatus(scope: Scope, config: Config): Promise<CompanyStatus> {
  const { used, limit } = await readStorage(scope, config);
  const counted = (await figuresTimeZone(scope)) === (await companyTimeZone(scope));
  return { storage_used: used, storage_limit: limit, counting_days: !counted };
}
