/**
 * Fetches media from its provider. The file table is the queue and the job a nudge: a file is claimed by moving its
 * next attempt past this one, and ends ready, too large or failed with a reason. A claim ends with its process. What finds
 * no room waits for it, as long as the provider may still have it; without end where the desk has it itself.
 */

import { type Reason, reasonOf } from "@parley/contract/reasons";
import type { Selectable } from "kysely";
import { sql } from "kysely";
import { discardUpload, type StoredFile, saveUpload } from "../../files/receive.ts";
import { addStill, needsStill } from "../../files/still.ts";
import { hasRoom } from "../../files/storage.ts";
import { waitsForRoom } from "../../files/waits-for-room.ts";
import type { Context } from "../../floor/context.ts";
import { isAbandoned } from "../../floor/database/abandoned.ts";
import type { FileTable } from "../../floor/database/schema.ts";
import { type Desk, inCompany, type Scope } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { mediaFields, publishMessageUpdate } from "../../support/messages/publish.ts";
import { isOfTicket } from "../../support/ticket/merged.ts";
import { findChannel, openChannel } from "../accounts/find.ts";
import type { Channel, FetchedMedia } from "../seam/adapter.ts";
import { nudgeFetch } from "./pending-file.ts";

type FileRow = Selectable<FileTable>;
type Claimed = FileRow & { channel_id: string };
type Fetched =
  | { state: "ready"; stored: StoredFile }
  | { state: "too_large" }
  | { state: "failed"; reason: Reason }
  | { state: "noRoom" }
  | { state: "later"; afterMs: number | null; reason: Reason };

const noRoom: Fetched = { state: "noRoom" };
const maxAttempts = 6;
const fetchTimeout = 5 * 60_000;
/** Milliseconds; longer than a fetch can take. */
const lease = fetchTimeout + 60_000;
/**
 * Milliseconds for media that waits for storage room: between two tries, and in all. No provider promises to keep a
 * file for longer.
 */
const shortestPause = 60_000;
const longestPause = 3 * 3_600_000;
const longestWait = 7 * 24 * 3_600_000;
/** Milliseconds between two checks whether the company's files still wait for the decoder, and in all. */
const decoderPause = 2_000;
const decoderWait = 5 * 60_000;

export async function fetchMedia(
  context: Context,
  { companyId, fileId, channelId }: Tasks["fetch_media"],
  signal: AbortSignal,
  { timeout = fetchTimeout } = {},
): Promise<void> {
  const actor: Desk = { kind: "desk", companyId };
  // Waiting here would occupy a job slot that other companies wait for.
  const busy = context.decoder.isBusy(companyId);
  if (busy && (await inCompany(context, actor, (scope) => postpone(scope, fileId, channelId)))) return;
  const claimed = await inCompany(context, actor, async (scope) => {
    const file = await claim(scope, fileId, context.processId);
    return file && { file, room: await hasRoom(scope, context.config, file.size ?? 1) };
  });
  if (!claimed) return;
  const { file, room } = claimed;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
  const fetched = room ? await fetchFile(context, file, limit) : noRoom;
  const kept = await inCompany(context, actor, (scope) => record(context, scope, file, fetched));
  if (!kept && fetched.state === "ready") await discardUpload(context, fetched.stored);
}

/**
 * True if the file waits for a later try: one that waited for long is fetched, and shown without a preview if need be.
 */
async function postpone(scope: Scope, fileId: string, channelId: string): Promise<boolean> {
  const runAt = new Date(scope.now.getTime() + decoderPause);
  const postponed = await scope.db
    .updateTable("file")
    .set({ next_attempt_on: runAt })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", fileId)
    .where("state", "=", "arriving")
    .where("created_on", ">", new Date(scope.now.getTime() - decoderWait))
    .where((eb) => eb.or([eb("next_attempt_on", "is", null), eb("next_attempt_on", "<=", scope.now)]))
    .returning("id")
    .executeTakeFirst();
  if (!postponed) return false;
  await nudgeFetch(scope, fileId, channelId, runAt);
  return true;
}

function claim(scope: Scope, fileId: string, processId: string): Promise<Claimed | undefined> {
  return scope.db
    .updateTable("file")
    .from("ticket")
    .set((eb) => ({
      attempts: eb("file.attempts", "+", 1),
      next_attempt_on: new Date(scope.now.getTime() + lease),
      fetching_by: processId,
    }))
    .whereRef("ticket.company_id", "=", "file.company_id")
    .whereRef("ticket.id", "=", "file.ticket_id")
    .where("file.company_id", "=", scope.companyId)
    .where("file.id", "=", fileId)
    .where("file.state", "=", "arriving")
    .where((eb) =>
      eb.or([
        eb("file.next_attempt_on", "is", null),
        eb("file.next_attempt_on", "<=", scope.now),
        isAbandoned("file.fetching_by", processId),
      ]),
    )
    .returningAll("file")
    .returning("ticket.channel_id")
    .executeTakeFirst();
}

async function fetchFile(context: Context, file: Claimed, signal: AbortSignal): Promise<Fetched> {
  if (file.attempts > maxAttempts) return { state: "failed", reason: reasonOf("file_not_fetched") };
  const kept = keptMediaOf(context, file);
  if (kept)
    return settle(context, file, await kept.read(context, file.company_id, file.remote_ref ?? "", signal));
  const row = await findChannel(context, file.channel_id);
  if (!row || !file.remote_ref) return { state: "failed", reason: reasonOf("file_channel_disconnected") };
  const channel = openChannel(row, context.secrets);
  const media = await context.adapters.of(row.platform).fetchMedia(channel, file.remote_ref, signal);
  return withStill(context, file, channel, signal, await settle(context, file, media));
}

const keptMediaOf = ({ channels }: Context, { remote_ref: ref }: Pick<FileRow, "remote_ref">) =>
  channels.all.find(({ mail }) => ref !== null && mail?.kept.has(ref))?.mail?.kept;

async function settle(context: Context, file: Claimed, media: FetchedMedia): Promise<Fetched> {
  switch (media.outcome) {
    case "tooLarge":
      return { state: "too_large" };
    case "refused":
      return { state: "failed", reason: media.reason };
    case "tryAgain":
      return retryOrFail(file, media.reason, media.afterMs);
    case "fetched":
      return keep(context, file, media);
  }
}

/** A video is shown without the provider's still when that cannot be fetched. */
async function withStill(
  context: Context,
  file: Claimed,
  channel: Channel,
  signal: AbortSignal,
  fetched: Fetched,
): Promise<Fetched> {
  if (fetched.state !== "ready" || !file.still_ref || !needsStill(fetched.stored)) return fetched;
  try {
    const still = await context.adapters.of(channel.platform).fetchMedia(channel, file.still_ref, signal);
    if (still.outcome !== "fetched") throw new Error(`The provider answered: ${still.outcome}`);
    const options = { urgent: false };
    const stored = await addStill(context, file.company_id, fetched.stored, still.stream, options);
    return { ...fetched, stored };
  } catch (error) {
    context.log.warn({ err: error, file: file.id }, "A video has no still");
    return fetched;
  }
}

async function keep(
  context: Context,
  file: Claimed,
  { stream, mediaType }: Extract<FetchedMedia, { outcome: "fetched" }>,
): Promise<Fetched> {
  try {
    const stored = await saveUpload(context, stream, {
      companyId: file.company_id,
      name: file.name,
      declaredType: mediaType ?? file.media_type,
      maxBytes: context.config.maxUploadMb * 2 ** 20,
      background: true,
      unchanged: keptMediaOf(context, file) !== undefined,
    });
    return { state: "ready", stored };
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_large") return { state: "too_large" };
    context.log.warn({ err: error, file: file.id }, "A file could not be stored");
    const reason = (error instanceof Refusal && error.details.reason) || reasonOf("file_broken_off");
    return retryOrFail(file, reason, null);
  }
}

function retryOrFail({ attempts }: FileRow, reason: Reason, afterMs: number | null): Fetched {
  return attempts < maxAttempts ? { state: "later", afterMs, reason } : { state: "failed", reason };
}

/** True if the row now names the fetched bytes; false when this claim no longer holds, or there is no storage room. */
async function record(context: Context, scope: Scope, file: Claimed, fetched: Fetched): Promise<boolean> {
  let updated = await write(scope, file, changeFor(context, scope, file, fetched));
  if (!updated) return false;
  // The check counts the file's own bytes: others may have used the room meanwhile.
  const fits = fetched.state !== "ready" || (await hasRoom(scope, context.config, 0));
  // The size stays, so that the next attempt knows how much room it needs.
  if (!fits)
    updated = await write(scope, file, { ...changeFor(context, scope, file, noRoom), ...nowhere }, "ready");
  if (!updated) return false;
  if (updated.state === "arriving" && updated.next_attempt_on)
    await nudgeFetch(scope, file.id, file.channel_id, updated.next_attempt_on);
  if (updated.state !== "arriving" || waitsForRoom(updated) !== waitsForRoom(file))
    await publishMedia(scope, updated);
  return fits;
}

const nowhere = { storage_key: null, thumbnail_key: null };

function write(scope: Scope, file: Claimed, change: Partial<FileRow>, from: FileRow["state"] = "arriving") {
  return scope.db
    .updateTable("file")
    .set({ ...change, fetching_by: null })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", file.id)
    .where("state", "=", from)
    .where("attempts", "=", file.attempts)
    .returningAll()
    .executeTakeFirst();
}

function changeFor(context: Context, scope: Scope, file: FileRow, fetched: Fetched): Partial<FileRow> {
  switch (fetched.state) {
    case "ready": {
      const { stored } = fetched;
      return {
        state: "ready",
        reason: null,
        next_attempt_on: null,
        name: stored.name,
        size: stored.size,
        media_type: stored.mediaType,
        width: stored.width ?? file.width,
        height: stored.height ?? file.height,
        duration_ms: stored.durationMs ?? file.duration_ms,
        waveform: stored.waveform,
        storage_key: stored.storageKey,
        thumbnail_key: stored.thumbnailKey,
      };
    }
    case "too_large":
      return { state: "too_large", next_attempt_on: null };
    case "failed":
      return { state: "failed", reason: fetched.reason, next_attempt_on: null };
    case "noRoom":
      return whileFull(context, scope.now, file);
    case "later": {
      const pause = fetched.afterMs ?? 2 ** file.attempts * 1000;
      return { reason: fetched.reason, next_attempt_on: new Date(scope.now.getTime() + pause) };
    }
  }
}

/** No try counts that found no room: the pause grows with the file's age. */
function whileFull(context: Context, now: Date, file: FileRow): Partial<FileRow> {
  const { created_on, attempts } = file;
  const age = now.getTime() - created_on.getTime();
  if (age >= longestWait && !keptMediaOf(context, file))
    return { state: "failed", reason: reasonOf("storage_full"), next_attempt_on: null };
  const pause = Math.min(Math.max(age / 2, shortestPause), longestPause);
  return {
    ...{ state: "arriving", reason: reasonOf("waits_for_room"), attempts: attempts - 1 },
    next_attempt_on: new Date(now.getTime() + pause),
  };
}

async function publishMedia(scope: Scope, file: FileRow): Promise<void> {
  const found = (await carrierOf(scope, file)) ?? (await listingOf(scope, file));
  if (found) await publishMessageUpdate(scope, found, found, [...mediaFields]);
}

const carrierOf = (scope: Scope, file: FileRow) =>
  messages(scope).where("message.file_id", "=", file.id).executeTakeFirst();

/** The mail that it came with. */
const listingOf = (scope: Scope, file: FileRow) =>
  messages(scope)
    .innerJoin("message_file as listed", (join) =>
      join
        .onRef("listed.company_id", "=", "message.company_id")
        .onRef("listed.message_id", "=", "message.id"),
    )
    .where("listed.file_id", "=", file.id)
    .executeTakeFirst();

function messages(scope: Scope) {
  return scope.db
    .selectFrom("message")
    .innerJoin("ticket", (join) =>
      join.onRef("ticket.company_id", "=", "message.company_id").on(isOfTicket(sql`message.ticket_id`)),
    )
    .selectAll("message")
    .select(["ticket.department_id", "ticket.merged_tickets"])
    .select(sql<string | null>`nullif(ticket.id, message.ticket_id)`.as("merged_into"))
    .where("message.company_id", "=", scope.companyId);
}
