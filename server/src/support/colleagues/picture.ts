/** An agent's own picture. */
import type { Profile } from "@parley/contract/sessions";
import { makeSquare } from "../../files/pictures/square.ts";
import { discardPicture, storePicture } from "../../files/pictures/store.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { notReady, Refusal } from "../../floor/errors/errors.ts";
import { publishProfile } from "../../sign-in/address/profile.ts";

/**
 * Replaces the previous picture, which is removed. Throws 415 for content that is no image, 503 while the company's
 * other files are decoded.
 */
export async function changePicture(context: Context, caller: Caller, image: Buffer): Promise<Profile> {
  const square = await makeSquare(context, caller.companyId, image);
  if (square === "busy") throw notReady();
  if (!square) throw new Refusal(415, "wrong_type", "picture_only");
  const profile = await storePicture(context, caller.companyId, square, (path) =>
    inCompany(context, caller, (scope) => writePicture(scope, path)),
  );
  if (!profile) throw new Error("A written picture has a profile");
  return profile;
}

async function writePicture(scope: Scope<AgentActor>, path: string): Promise<Profile> {
  const before = await findPicture(scope);
  await scope.db
    .updateTable("agent")
    .set({ profile_pic: path })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", scope.actor.id)
    .execute();
  await discardPicture(scope, before);
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
