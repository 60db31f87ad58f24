import type { Context } from "../floor/context.ts";
import { inCompany } from "../floor/database/scope.ts";
import { Refusal } from "../floor/errors/errors.ts";
import { discardUpload, type StoredFile } from "./receive.ts";
import { isReferenced } from "./rows.ts";

/**
 * A refusal has rolled back, so nothing names the file. After any other failure the commit may have happened with only
 * its answer lost: what a row names stays, and what cannot be asked about stays too.
 */
export async function discardUnlessKept(
  context: Context,
  companyId: string,
  stored: StoredFile,
  /** Null when the work may have succeeded. */
  failure: unknown,
): Promise<void> {
  const kept =
    !(failure instanceof Refusal) &&
    (await inCompany(context, { kind: "desk", companyId }, (scope) =>
      isReferenced(scope, stored.storageKey),
    ));
  if (!kept) await discardUpload(context, stored);
}
