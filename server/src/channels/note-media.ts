import { cleanName } from "../files/name.ts";
import type { TicketRow } from "../messages/append.ts";
import type { RemoteMedia } from "./channel.ts";
import type { Receiving } from "./receiving.ts";

/** Bots of Telegram's cannot fetch more, and no other provider hands over less. */
const most = 20 * 2 ** 20;

/** Notes media that the provider still holds, with what it says of it, and has somebody fetch it. Answers the file's id. */
export async function noteMedia(
  { scope, context }: Receiving,
  ticket: TicketRow,
  media: RemoteMedia,
): Promise<string> {
  const tooLarge = (media.size ?? 0) > Math.min(most, context.config.maxUploadMb * 2 ** 20);
  const { id } = await scope.db
    .insertInto("file")
    .values({
      company_id: scope.companyId,
      ticket_id: ticket.id,
      name: cleanName(media.name),
      size: media.size,
      media_type: media.mediaType,
      width: media.width,
      height: media.height,
      duration_ms: media.duration,
      state: tooLarge ? "too_large" : "arriving",
      remote_ref: media.ref,
      created_on: scope.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (!tooLarge) await scope.enqueue("fetch_media", { fileId: id }, { key: `fetch_media:${id}`, tries: 1 });
  return id;
}
