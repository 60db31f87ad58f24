/** An agent's picture: whatever image they choose becomes a small square one, without a word of where it was taken. */
import { randomUUID } from "node:crypto";
import type { Profile } from "@parley/contract/sessions";
import { texts } from "@parley/contract/texts";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { publishProfile } from "../auth/profile.ts";
import type { Context } from "../context.ts";
import type { Caller } from "../database/caller.ts";
import { type AgentActor, inCompany, type Scope } from "../database/scope.ts";
import { isShownAsImage } from "../files/sniff.ts";
import { notFound, Refusal } from "../http/errors.ts";

const side = 320;
/** Decoding takes memory by pixels, not by bytes. */
const mostPixels = 64_000_000;

/** Takes the place of the picture before, which is removed. Throws 415 for what is no image by its content. */
export async function changePicture(context: Context, caller: Caller, image: Buffer): Promise<Profile> {
  const square = await makeSquare(image);
  const name = randomUUID();
  const { companyId } = caller;
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

/** Where the picture lies that somebody of the company has now; else 404. */
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

async function makeSquare(image: Buffer): Promise<Buffer> {
  const found = await fileTypeFromBuffer(image);
  if (!found || !isShownAsImage(found.mime)) throw pictureOnly();
  try {
    return await sharp(image, { limitInputPixels: mostPixels })
      .autoOrient()
      .resize(side, side, { fit: "cover" })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    // libvips has no classes of errors: what it cannot read is a plain Error without a system's code.
    if (error instanceof Error && !("code" in error)) throw pictureOnly();
    throw error;
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
const pictureOnly = () => new Refusal(415, "wrong_type", texts.pictureOnly);
