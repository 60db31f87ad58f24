import { cleanName } from "../../files/name.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { TicketRow } from "../../support/ticket/access.ts";
import type { RemoteMedia } from "../seam/adapter.ts";
import type { Receiving } from "./receiving.ts";

/** Inserts the row of media that the provider still holds, and enqueues its download. Returns the file's id. */
export async function createPendingFile(
  { scope, channel, context }: Receiving,
  ticket: TicketRow,
  media: RemoteMedia,
): Promise<string> {
  const ours = context.config.maxUploadMb * 2 ** 20;
  const tooLarge =
    (media.size ?? 0) > Math.min(scope.platforms.declarationOf(channel.platform).download ?? ours, ours);
  const { id } = await scope.db
    .insertInto("file")
    .values({
      company_id: scope.companyId,
      ticket_id: ticket.id,
      name: cleanName(media.name),
      size: measureOf(media.size, Number.MAX_SAFE_INTEGER),
      media_type: media.mediaType,
      width: measureOf(media.width),
      height: measureOf(media.height),
      duration_ms: measureOf(media.duration),
      state: tooLarge ? "too_large" : "arriving",
      remote_ref: media.ref,
      still_ref: media.still ?? null,
      created_on: scope.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (!tooLarge) await nudgeFetch(scope, id, channel.id);
  return id;
}

const largestInteger = 2 ** 31 - 1;

/** Null for a number that the column cannot hold: a wrong measure must not lose the message. */
function measureOf(value: number | null, largest = largestInteger): number | null {
  const fits = value !== null && Number.isInteger(value) && value >= 0 && value <= largest;
  return fits ? value : null;
}

/** Enqueues the fetch of a file, at once or at the given time. */
export async function nudgeFetch(
  scope: Scope,
  fileId: string,
  channelId: string,
  runAt?: Date,
): Promise<void> {
  const options = { key: `fetch_media:${fileId}`, tries: 1, ...(runAt && { runAt }) };
  await scope.enqueue("fetch_media", { fileId, channelId }, options);
}
