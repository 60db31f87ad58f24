/** An agent's picture: any image becomes a small square one, without metadata such as its location. */
import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import type { Profile } from "@parley/contract/sessions";
import type { Caller } from "../actors/caller.ts";
import { publishProfile } from "../auth/profile.ts";
import type { Context } from "../context.ts";
import { type AgentActor, inCompany, type Scope } from "../database/scope.ts";
import { notFound, notReady, Refusal } from "../errors.ts";
import { incomingPath } from "../storage/incoming.ts";

/**
 * Replaces the previous picture, which is removed. Throws 415 for what is no image by its content, 503 while the
 * company's other files are decoded.
 */
export async function changePicture(context: Context, caller: Caller, image: Buffer): Promise<Profile> {
  const { companyId } = caller;
  const square = await makeSquare(context, companyId, image);
  const name = randomUUID();
  await context.files.put(keyOf(companyId, name), square);
  try {
    return await inCompany(context, caller, (scope) => writePicture(scope, pathOf(name)));
  } catch (error) {
    // The commit may have happened with only its answer lost: what a row names stays.
    const kept = await inCompany(context, { kind: "desk", companyId }, (scope) => isShown(scope, name));
    if (!kept) await context.files.remove(keyOf(companyId, name));
    throw error;
  }
}

/** The storage key of a current picture of the company; else 404. */
export async function accessPicture(scope: Scope, name: string): Promise<string> {
  if (!(await isShown(scope, name))) throw notFound();
  return keyOf(scope.companyId, name);
}

async function isShown(scope: Scope, name: string): Promise<boolean> {
  const shown = await scope.db
    .selectFrom("agent")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("profile_pic", "=", pathOf(name))
    .executeTakeFirst();
  return shown !== undefined;
}

async function makeSquare(context: Context, companyId: string, image: Buffer): Promise<Buffer> {
  const path = await incomingPath(context.config);
  try {
    await writeFile(path, image, { flag: "wx", mode: 0o600 });
    const square = await context.decoder.square(companyId, path);
    if (square === "busy") throw notReady();
    if (!square) throw pictureOnly();
    return square;
  } finally {
    await rm(path, { force: true });
  }
}

async function writePicture(scope: Scope<AgentActor>, path: string): Promise<Profile> {
  const before = await findPicture(scope);
  await scope.db
    .updateTable("agent")
    .set({ profile_pic: path })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", scope.actor.id)
    .execute();
  if (before) await scope.enqueue("remove_picture", { name: nameOf(before) });
  return publishProfile(scope);
}

/** Two changes at once follow one another, so that each removes the picture it replaces. */
async function findPicture(scope: Scope<AgentActor>): Promise<string | null> {
  const { profile_pic } = await scope.db
    .selectFrom("agent")
    .select("profile_pic")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", scope.actor.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return profile_pic;
}

/** The job that follows the change of a picture. */
export function removePicture(
  { files }: Pick<Context, "files">,
  { companyId, name }: { companyId: string; name: string },
): Promise<void> {
  return files.remove(keyOf(companyId, name));
}

const pathOf = (name: string) => `/pictures/${name}.webp`;
const nameOf = (path: string) => path.slice("/pictures/".length, -".webp".length);
const keyOf = (companyId: string, name: string) => `${companyId}/pictures/${name}`;
const pictureOnly = () => new Refusal(415, "wrong_type", "picture_only");
