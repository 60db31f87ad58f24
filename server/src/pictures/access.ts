/** Whose pictures an agent may see: every colleague's, and those of clients with a ticket they see. */
import { clientsVisibleTo } from "../clients/access.ts";
import type { Scope } from "../database/scope.ts";
import { notFound } from "../errors.ts";
import { pictureKey, picturePath } from "./store.ts";

/** The storage key of a current picture; else 404. */
export async function accessPicture(scope: Scope, name: string): Promise<string> {
  const path = picturePath(name);
  const agent = scope.db
    .selectFrom("agent")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("profile_pic", "=", path);
  const client = scope.db
    .selectFrom("client")
    .select("client.id")
    .where("client.company_id", "=", scope.companyId)
    .where("client.picture", "=", path)
    .where(clientsVisibleTo(scope.actor));
  if (!(await agent.union(client).limit(1).executeTakeFirst())) throw notFound();
  return pictureKey(scope.companyId, name);
}
