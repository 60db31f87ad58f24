/**
 * Receives a file from an agent or a provider: it is measured while it streams, recognised by its content, and stored
 * under a random key.
 */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Context } from "../floor/context.ts";
import { busy, invalid, Refusal } from "../floor/errors/errors.ts";
import { atMost } from "./at-most.ts";
import type { Inspected } from "./decoder/decoder.ts";
import { nameForType } from "./extension.ts";
import { stripMetadata } from "./metadata/strip.ts";
import { cleanName } from "./name.ts";
import { incomingPath } from "./storage/incoming.ts";

export type StoredFile = Omit<Inspected, "thumbnail" | "upright"> & {
  storageKey: string;
  thumbnailKey: string | null;
  name: string;
  /** The size in bytes. */
  size: number;
};

export type Upload = {
  companyId: string;
  name: string;
  /** The sender's description. Only a provider's size of a video, or its type of an unknown file, is trusted. */
  declaredType: string | null;
  maxBytes: number;
  /** The byte limit of the JPEG that a picture is redrawn as; null when it stays unchanged. */
  redraw?: (found: Pick<Inspected, "kind" | "mediaType"> & { size: number }) => number | null;
  /** No agent waits for the answer. */
  background?: boolean;
  /** The bytes are kept as they came, with their metadata: they may be evidence. A preview is drawn all the same. */
  unchanged?: boolean;
};

/**
 * Throws `tooLarge` when there is more than `maxBytes`, 400 for an empty file of a person, `not_ready` when the disk is
 * full, and any error of a stream that is cut; then nothing stays behind. The caller writes the row that names the
 * keys, or discards them.
 */
export async function saveUpload(
  context: Pick<Context, "config" | "files" | "decoder" | "diskRoom">,
  stream: NodeJS.ReadableStream,
  upload: Upload,
): Promise<StoredFile> {
  const path = await incomingPath(context.config);
  try {
    await pipeline(stream, atMost(upload.maxBytes), createWriteStream(path, { flags: "wx", mode: 0o600 }));
    if (!upload.background && (await stat(path)).size === 0) throw invalid("file_empty");
    return await keep(context, path, upload);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    context.diskRoom.refused = true;
    throw noRoom();
  } finally {
    await rm(path, { force: true });
  }
}

/** Removes an upload that no row will name. */
export async function discardUpload(
  { files }: Pick<Context, "files">,
  { storageKey, thumbnailKey }: Pick<StoredFile, "storageKey" | "thumbnailKey">,
): Promise<void> {
  await files.remove(storageKey);
  if (thumbnailKey) await files.remove(thumbnailKey);
}

async function keep(
  { files, decoder }: Pick<Context, "files" | "decoder">,
  path: string,
  upload: Upload,
): Promise<StoredFile> {
  const { thumbnail, upright, ...seen } = await decoder.inspect(upload.companyId, path, {
    urgent: !upload.background,
  });
  const redrawn = await redraw(decoder, path, upload, seen);
  const found = redrawn ? { ...seen, ...redrawn.facts } : seen;
  const bare = `${path}-bare`;
  try {
    const turned = upright && upright.length <= upload.maxBytes ? upright : null;
    const fitting = upload.unchanged ? null : (redrawn?.content ?? turned);
    const source = !fitting && !upload.unchanged && (await stripMetadata(path, bare)) ? bare : path;
    const storageKey = `${upload.companyId}/${randomUUID()}`;
    const stored: StoredFile = {
      ...found,
      storageKey,
      thumbnailKey: thumbnail && `${storageKey}-thumbnail`,
      name: nameForType(cleanName(upload.name), found.mediaType),
      size: fitting?.length ?? (await stat(source)).size,
    };
    await files.put(storageKey, fitting ?? createReadStream(source));
    await putThumbnail(files, stored, thumbnail);
    return stored;
  } finally {
    await rm(bare, { force: true });
  }
}

/**
 * Null when it stays unchanged. Throws `busy` when the decoder has no slot, since the agent was told that it is
 * redrawn.
 */
async function redraw(
  decoder: Context["decoder"],
  path: string,
  upload: Upload,
  seen: Pick<Inspected, "kind" | "mediaType">,
) {
  const { size } = await stat(path);
  const mostBytes = upload.redraw?.({ ...seen, size }) ?? null;
  if (mostBytes === null) return null;
  const drawn = await decoder.redraw(upload.companyId, path, mostBytes);
  if (drawn === "busy") throw busy();
  if (!drawn) return null;
  const { content, width, height } = drawn;
  return { content, facts: { mediaType: "image/jpeg", width, height } };
}

async function putThumbnail(
  files: Context["files"],
  stored: StoredFile,
  thumbnail: Buffer | null,
): Promise<void> {
  try {
    if (thumbnail && stored.thumbnailKey) await files.put(stored.thumbnailKey, thumbnail);
  } catch (error) {
    await discardUpload({ files }, stored);
    throw error;
  }
}

const noRoom = () => new Refusal(503, "not_ready", "server_disk_full");

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT" || isDiskFull(error.cause);
}
