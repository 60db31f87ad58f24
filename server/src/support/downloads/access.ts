import { isLinkGood, type Variant } from "../../files/links.ts";
import { readPublicToken } from "../../files/public-link.ts";
import type { FileRow } from "../../files/view.ts";
import { isAgents } from "../../floor/actors/actor.ts";
import type { Context } from "../../floor/context.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { isBubbleFile } from "../bubbles/shared.ts";
import { accessChatById } from "../private-chat/access.ts";
import { accessTicket } from "../ticket/access.ts";

export type Link = { fileId: string; variant: Variant; expires: number; signature: string };

/**
 * A stored file, by a link of this company's, for an agent who may see its ticket or is one of its chat's two; else
 * 404.
 */
export async function accessFile(scope: Scope, link: Link): Promise<{ file: FileRow; key: string }> {
  if (!isLinkGood(scope, link)) throw notFound();
  const { file, key } = await findStored(scope, link);
  if (file.ticket_id) await accessTicket(scope, file.ticket_id, "read");
  else if (file.private_chat_id && isAgents(scope)) await accessChatById(scope, file.private_chat_id);
  else if (!(isAgents(scope) && ((await isOwnUpload(scope, file)) || (await isBubbleFile(scope, file.id)))))
    throw notFound();
  return { file, key };
}

/** A stored file of a ticket that the program sees; else 404. */
export async function accessTicketFile(
  scope: Scope,
  fileId: string,
): Promise<{ file: FileRow; key: string }> {
  const found = await findStored(scope, { fileId, variant: "original" });
  if (!found.file.ticket_id) throw notFound();
  await accessTicket(scope, found.file.ticket_id, "see");
  return found;
}

/** A file for a mail that the agent is writing. */
async function isOwnUpload(scope: Scope, { id }: FileRow): Promise<boolean> {
  const row = await scope.db
    .selectFrom("mail_upload")
    .select("file_id")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("file_id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

/** A stored file by a public link's token, for anyone; else 404. A forged token costs no look-up and no share of the limit. */
export async function accessPublicFile(
  context: Context,
  token: string,
  limit: () => Promise<void>,
): Promise<{ file: FileRow; key: string; variant: Variant }> {
  const target = readPublicToken(context, token);
  if (!target) throw notFound();
  await limit();
  const { companyId, variant } = target;
  const stored = await inCompany(context, { kind: "desk", companyId }, (scope) => findStored(scope, target));
  return { ...stored, variant };
}

export async function findStored(
  scope: Scope,
  { fileId, variant }: Pick<Link, "fileId" | "variant">,
): Promise<{ file: FileRow; key: string }> {
  const file = await scope.db
    .selectFrom("file")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", fileId)
    .executeTakeFirst();
  const key = variant === "thumbnail" ? file?.thumbnail_key : file?.storage_key;
  if (!file || !key) throw notFound();
  return { file, key };
}
