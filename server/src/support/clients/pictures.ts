/** The pictures that may be shown, by viewer. */

import { pictureKey, picturePath } from "../../files/pictures/store.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { sightedBy } from "../ticket/sight.ts";
import { clientsVisibleTo } from "./access.ts";

/** Returns the storage key of a colleague's picture, or of a client's with a ticket that the agent may read; else 404. */
export async function accessPicture(scope: Scope, name: string): Promise<string> {
  const visible = clientWith(scope, name).where(clientsVisibleTo(scope.actor));
  const found =
    (await agentWith(scope, name).union(visible).limit(1).executeTakeFirst()) ??
    (await sightedWith(scope, name)?.limit(1).executeTakeFirst());
  if (!found) throw notFound();
  return pictureKey(scope.companyId, name);
}

const clientWith = ({ db, companyId }: Scope, name: string) =>
  db
    .selectFrom("client")
    .select("client.id")
    .where("client.company_id", "=", companyId)
    .where("client.picture", "=", picturePath(name));

/** A client of a ticket that the agent sees by a mention alone. */
function sightedWith(scope: Scope, name: string) {
  const sighted = sightedBy(scope, scope.actor);
  if (!sighted) return null;
  const clients = scope.db
    .selectFrom("ticket")
    .select("ticket.client_id")
    .where("ticket.company_id", "=", scope.companyId)
    .where("ticket.id", "in", sighted);
  return clientWith(scope, name).where("client.id", "in", clients);
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
