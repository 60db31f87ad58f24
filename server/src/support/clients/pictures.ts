/** The pictures that may be shown, by viewer. */

import { pictureKey, picturePath } from "../../files/pictures/store.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { clientsVisibleTo } from "./access.ts";

/** Returns the storage key of a colleague's picture, or of a client's with a ticket that the agent sees; else 404. */
export async function accessPicture(scope: Scope, name: string): Promise<string> {
  const client = scope.db
    .selectFrom("client")
    .select("client.id")
    .where("client.company_id", "=", scope.companyId)
    .where("client.picture", "=", picturePath(name))
    .where(clientsVisibleTo(scope.actor));
  const found = await agentWith(scope, name).union(client).limit(1).executeTakeFirst();
  if (!found) throw notFound();
  return pictureKey(scope.companyId, name);
}

/** Returns the storage key of an agent's picture for a visitor; else 404. */
export async function accessAgentPicture(scope: Scope, name: string): Promise<string> {
  if (!(await agentWith(scope, name).executeTakeFirst())) throw notFound();
  return pictureKey(scope.companyId, name);
}

const agentWith = ({ db, companyId }: Scope, name: string) =>
  db
    .selectFrom("agent")
    .select("id")
    .where("company_id", "=", companyId)
    .where("profile_pic", "=", picturePath(name));
