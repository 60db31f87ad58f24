import type { Context } from "../floor/context.ts";
import { inCompany } from "../floor/database/scope.ts";
import { Refusal } from "../floor/errors/errors.ts";
import { discardUpload, type StoredFile } from "./receive.ts";
import { isReferenced } from "./rows.ts";

/**
 * Discards a file after a failure. A refusal has rolled back, so nothing names the file. After any other failure the
 * commit may have happened although its answer was lost: a file that a row names stays, and so does one when the
 * database cannot be asked.
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
