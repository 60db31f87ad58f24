/** The storage that a company uses, and its limit. The database counts it with each file's row. */
import type { Config } from "../floor/config/config.ts";
import type { Scope } from "../floor/database/scope.ts";
import { Refusal } from "../floor/errors/errors.ts";

type ServerLimit = Pick<Config, "maxStorageGb">;

/** Sizes in bytes. */
export type StorageUse = {
  used: number;
  /** Null: no limit. */
  limit: number | null;
};

export async function readStorage(scope: Scope, { maxStorageGb }: ServerLimit): Promise<StorageUse> {
  const row = await scope.db
    .selectFrom("company")
    .leftJoin("storage_total", "storage_total.company_id", "company.company_id")
    .select(["company.max_storage_gb", "storage_total.bytes"])
    .where("company.company_id", "=", scope.companyId)
    .executeTakeFirstOrThrow();
  const gigabytes = row.max_storage_gb ?? maxStorageGb;
  return { used: row.bytes ?? 0, limit: gigabytes === 0 ? null : gigabytes * 2 ** 30 };
}

/** True if a file of so many bytes may be added. Within the unit of work that adds one the answer is exact. */
export async function hasRoom(scope: Scope, config: ServerLimit, bytes: number): Promise<boolean> {
  const { used, limit } = await readStorage(scope, config);
  return limit === null || used + bytes <= limit;
}

/**
 * The part of the limit that originals of mails may fill beyond it: the files that find no room wait within
 * them.
 */
const reserve = 0.05;

/** True if the original of a mail, with what is shown of it, may be added. */
export async function hasRoomForOriginal(scope: Scope, config: ServerLimit, bytes: number): Promise<boolean> {
  const { used, limit } = await readStorage(scope, config);
  return limit === null || used + bytes <= limit * (1 + reserve);
}

/** Throws when this company's files exceed the limit: before an upload, with one more byte, or after its row. */
export async function checkStorage(scope: Scope, config: ServerLimit, bytes = 0): Promise<void> {
  if (!(await hasRoom(scope, config, bytes))) throw storageFull();
}

const storageFull = () => new Refusal(413, "storage_full", "storage_full");
