/** Applies a client's deletion of their message: content and file are removed, and a trace stays in their position. */

import { hasCopies } from "../../files/copy-rows.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { MessageRow } from "../../support/messages/append.ts";
import { changeLastWords } from "../../support/messages/last-words.ts";
import { mediaFields, publishMessageUpdate } from "../../support/messages/publish.ts";
import { recordByClient } from "../../support/messages/record-change.ts";
import type { TicketRow } from "../../support/ticket/access.ts";
import { keepEvent } from "./early-event.ts";
import { changeMessage, lockMessage } from "./known-message.ts";
import { captionIdOf } from "./long-text.ts";
import type { EventOf, Receiving } from "./receiving.ts";

/** A client cannot delete the desk's messages. A repeat changes nothing. */
export async function receiveDelete(receiving: Receiving, event: EventOf<"delete">): Promise<void> {
  const found = await lockMessage(receiving, event);
  if (!found) return keepEvent(receiving, event);
  if (found.message.is_agent || found.message.type === "deleted") return;
  await remove(receiving, found.ticket, found.message);
  // A long caption is a separate message.
  const caption = await lockMessage(receiving, { ...event, externalId: captionIdOf(event.externalId) });
  if (caption) await remove(receiving, caption.ticket, caption.message);
}

async function remove(receiving: Receiving, ticket: TicketRow, message: MessageRow): Promise<void> {
  const { scope } = receiving;
  const emptied = {
    type: "deleted",
    content: "",
    caption: null,
    file_id: null,
    reaction: null,
    agent_reaction: null,
    agent_reaction_reason: null,
  } as const;
  const deleted = await changeMessage(receiving, message, emptied);
  if (message.file_id) await removeFile(receiving, message.file_id);
  await changeLastWords(scope, ticket, deleted);
  await publishMessageUpdate(scope, ticket, deleted, ["type", "content", "caption", ...mediaFields]);
  await recordByClient(scope, ticket, deleted, "message_delete");
}

/** The file's row goes with the message, its bytes after the commit, unless a copy names them. A fetch under way then finds no row and discards. */
async function removeFile({ scope, context }: Receiving, id: string): Promise<void> {
  const file = await scope.db
    .deleteFrom("file")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .returning(["id", "copy_of", "storage_key", "thumbnail_key"])
    .executeTakeFirst();
  if (file?.storage_key && (await hasCopies(scope, file))) return;
  for (const key of [file?.storage_key, file?.thumbnail_key]) if (key) removeBytes(scope, context, key);
}

function removeBytes(scope: Scope, { files, log }: Receiving["context"], key: string): void {
  scope.afterCommit(() => {
    files.remove(key).catch((error) => log.warn({ err: error, key }, "A deleted file was not removed"));
  });
}
