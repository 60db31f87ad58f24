import { isType } from "@parley/contract/timeline";
import type { Context } from "../context.ts";
import type { Outgoing, OutgoingFile } from "./adapters/adapter.ts";
import type { Claim } from "./claim.ts";

/** A claimed message as an adapter takes it. */
export function outgoingOf(context: Pick<Context, "files">, claim: Claim): Outgoing {
  const { message, ticket, replyToExternalId } = claim;
  const { type } = message;
  if (!isType(type, "crossesChannel")) {
    throw new Error(`A ${type} is a line of the timeline and is never queued`);
  }
  return {
    messageId: message.id,
    to: ticket.client_external_id,
    type,
    content: message.content,
    caption: message.caption,
    file: fileOf(context, claim),
    replyToExternalId,
    ratingFor: message.purpose === "rating_question" ? { ticketId: ticket.id } : null,
  };
}

function fileOf({ files }: Pick<Context, "files">, { file }: Claim): OutgoingFile | null {
  if (!file) return null;
  const { storage_key: key, size, media_type: mediaType } = file;
  if (!key || size === null) throw new Error("A file is kept before a message with it is queued");
  return {
    name: file.name,
    mediaType: mediaType ?? "application/octet-stream",
    size,
    width: file.width,
    height: file.height,
    duration: file.duration_ms,
    read: () => files.read(key),
  };
}
