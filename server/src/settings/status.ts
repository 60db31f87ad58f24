import type { CompanyStatus } from "@parley/contract/settings";
import { companyTimeZone, figuresTimeZone } from "../company/time-zone.ts";
import type { Config } from "../config.ts";
import type { Scope } from "../database/scope.ts";
import { readStorage } from "../files/storage.ts";

export async function viewStatus(scope: Scope, config: Config): Promise<CompanyStatus> {
  const { used, limit } = await readStorage(scope, config);
  const counted = (await figuresTimeZone(scope)) === (await companyTimeZone(scope));
  return { storage_used: used, storage_limit: limit, counting_days: !counted };
}
