/**
 * A client's text beyond the limit is stored whole as a file: a message's text in its position, a caption as a message
 * after it. The message shows the beginning.
 */
import { limits } from "@parley/contract/limits";
import { hasCopies } from "../../files/copy-rows.ts";
import type { StoredFile } from "../../files/receive.ts";
import { insertFile } from "../../files/rows.ts";
import { saveText } from "../../files/save-text.ts";
import type { FileRow } from "../../files/view.ts";
import type { Context } from "../../floor/context.ts";
import { appendNew, type MessageRow } from "../../support/messages/append.ts";
import type { TicketRow } from "../../support/ticket/access.ts";
import type { Receiving } from "./receiving.ts";

export type LongText = { stored: StoredFile; beginning: string };

/** Called before the transaction, which must not wait for a disk or a bucket. */
export async function saveLongText(
  context: Pick<Context, "files">,
  companyId: string,
  text: string,
): Promise<LongText> {
  return {
    stored: await saveText(context, { companyId, name: "message.txt", text }),
    beginning: begin(text),
  };
}

/** A cut between the halves of a surrogate pair would leave text that PostgreSQL refuses. */
const begin = (text: string) => `${text.slice(0, limits.caption - 1).replace(/[\ud800-\udbff]$/, "")}…`;

/** The fields of a message that has the whole text as its file. */
export async function asFile(
  { scope }: Receiving,
  ticket: Pick<TicketRow, "id">,
  { stored, beginning }: LongText,
) {
  const { id } = await insertFile(scope, { ticket_id: ticket.id }, stored);
  return { type: "document" as const, content: "", caption: beginning, file_id: id };
}

/** The provider's id of the message that keeps the caption of another. */
export const captionIdOf = (externalId: string) => `${externalId}:caption`;

/** Keeps the whole caption of the message with this id, as the next message of the locked ticket. */
export async function appendCaption(
  receiving: Receiving,
  ticket: TicketRow,
  externalId: string,
  longText: LongText,
) {
  return appendNew(receiving.scope, ticket, {
    is_agent: false,
    external_id: captionIdOf(externalId),
    ...(await asFile(receiving, ticket, longText)),
  });
}

export type TextFile = Pick<FileRow, "id" | "copy_of" | "storage_key">;

/** The file that keeps a message's text, if any. Other files are a provider's. */
export async function findTextFile(
  { scope }: Receiving,
  { file_id }: MessageRow,
): Promise<TextFile | undefined> {
  if (!file_id) return undefined;
  return scope.db
    .selectFrom("file")
    .select(["id", "copy_of", "storage_key"])
    .where("company_id", "=", scope.companyId)
    .where("id", "=", file_id)
    .where("remote_ref", "is", null)
    .executeTakeFirst();
}

/** Removes the file of a replaced text, and its bytes, unless a copy names them: no message names it any more. */
export async function discardText(
  { scope, context }: Receiving,
  { id, copy_of, storage_key }: TextFile,
): Promise<void> {
  await scope.db.deleteFrom("file").where("company_id", "=", scope.companyId).where("id", "=", id).execute();
  if (!storage_key || (await hasCopies(scope, { id, copy_of, storage_key }))) return;
  scope.afterCommit(() => {
    context.files
      .remove(storage_key)
      .catch((error) =>
        context.log.warn({ err: error, key: storage_key }, "A replaced text was not removed"),
      );
  });
}
