/** Pictures of agents and clients: small squares in the store, each named by the path that its person's row keeps. */
import { randomUUID } from "node:crypto";
import type { Context } from "../../floor/context.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";

/**
 * Stores a square and lets `write` put its path into a row. `write` returns null when no row names it; then, or when
 * the work is rolled back, the file is removed.
 */
export async function storePicture<Answer>(
  context: Pick<Context, "files"> & Parameters<typeof inCompany>[0],
  companyId: string,
  square: Buffer,
  write: (path: string) => Promise<Answer | null>,
): Promise<Answer | null> {
  const name = randomUUID();
  await context.files.put(pictureKey(companyId, name), square);
  let written: Answer | null = null;
  try {
    written = await write(picturePath(name));
    return written;
  } finally {
    // The commit may have happened although its answer was lost: a picture that a row names stays.
    if (written === null) await removePicture(context, { companyId, name });
  }
}

/**
 * The job that follows the change of a picture. A picture that a row still names stays: merged clients may share one.
 */
export async function removePicture(
  context: Pick<Context, "files"> & Parameters<typeof inCompany>[0],
  { companyId, name }: { companyId: string; name: string },
): Promise<void> {
  const shown = await inCompany(context, { kind: "desk", companyId }, (scope) => isNamed(scope, name));
  if (!shown) await context.files.remove(pictureKey(companyId, name));
}

async function isNamed({ db, companyId }: Scope, name: string): Promise<boolean> {
  const path = picturePath(name);
  const agent = db
    .selectFrom("agent")
    .select("id")
    .where("company_id", "=", companyId)
    .where("profile_pic", "=", path);
  const client = db
    .selectFrom("client")
    .select("id")
    .where("company_id", "=", companyId)
    .where("picture", "=", path);
  return (await agent.union(client).limit(1).executeTakeFirst()) !== undefined;
}

/** Enqueues the removal of a replaced picture. */
export async function discardPicture(scope: Scope, path: string | null): Promise<void> {
  if (path) await scope.enqueue("remove_picture", { name: path.slice("/pictures/".length, -".webp".length) });
}

export const picturePath = (name: string) => `/pictures/${name}.webp`;
export const pictureKey = (companyId: string, name: string) => `${companyId}/pictures/${name}`;
