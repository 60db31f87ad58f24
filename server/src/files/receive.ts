/** Takes a file in, from an agent or a provider: measured while it streams, known by its content, kept under a random key. */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Context } from "../context.ts";
import { Refusal, tooLarge } from "../http/errors.ts";
import { incomingPath } from "./incoming.ts";
import { cleanName } from "./name.ts";
import { inspectPicture } from "./picture.ts";
import { type FileKind, sniff } from "./sniff.ts";
import { inspectSound } from "./sound.ts";

export type StoredFile = {
  storageKey: string;
  thumbnailKey: string | null;
  name: string;
  /** Bytes. */
  size: number;
  mediaType: string;
  kind: FileKind;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  waveform: number[] | null;
};

export type Upload = {
  companyId: string;
  name: string;
  /** What the sender says it is. Only a provider's word for a video's size or an unknown type is worth anything. */
  declaredType: string | null;
  maxBytes: number;
};

/**
 * Throws `tooLarge` when there is more than `maxBytes`, `not_ready` when the disk is full, and whatever the stream
 * throws when it is cut; then nothing stays behind. The caller writes the row that names the keys, or discards them.
 */
export async function saveUpload(
  context: Pick<Context, "config" | "files">,
  stream: NodeJS.ReadableStream,
  upload: Upload,
): Promise<StoredFile> {
  const path = await incomingPath(context.config);
  try {
    await pipeline(stream, atMost(upload.maxBytes), createWriteStream(path, { flags: "wx", mode: 0o600 }));
    return await keep(context, path, upload);
  } catch (error) {
    throw isDiskFull(error) ? noRoom() : error;
  } finally {
    await rm(path, { force: true });
  }
}

/** Removes what no row will name. */
export async function discardUpload(
  { files }: Pick<Context, "files">,
  { storageKey, thumbnailKey }: Pick<StoredFile, "storageKey" | "thumbnailKey">,
): Promise<void> {
  await files.remove(storageKey);
  if (thumbnailKey) await files.remove(thumbnailKey);
}

async function keep({ files }: Pick<Context, "files">, path: string, upload: Upload): Promise<StoredFile> {
  const { size } = await stat(path);
  const found = await sniff(path);
  const picture = found.kind === "image" ? await inspectPicture(path) : null;
  const sound = found.kind === "audio" || found.kind === "video" ? await inspectSound(path, found) : null;
  const kind = found.kind === "image" && !picture ? "document" : (sound?.kind ?? found.kind);
  const storageKey = `${upload.companyId}/${randomUUID()}`;
  const stored: StoredFile = {
    storageKey,
    thumbnailKey: picture ? `${storageKey}-thumbnail` : null,
    name: cleanName(upload.name),
    size,
    mediaType: sound?.mediaType ?? found.mediaType,
    kind,
    width: picture?.width ?? sound?.width ?? null,
    height: picture?.height ?? sound?.height ?? null,
    durationMs: sound?.durationMs ?? null,
    waveform: sound?.waveform ?? null,
  };
  await files.put(storageKey, createReadStream(path));
  try {
    if (picture && stored.thumbnailKey) await files.put(stored.thumbnailKey, picture.thumbnail);
  } catch (error) {
    await discardUpload({ files }, stored);
    throw error;
  }
  return stored;
}

function atMost(maxBytes: number): Transform {
  let taken = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      taken += chunk.length;
      if (taken > maxBytes) done(tooLarge());
      else done(null, chunk);
    },
  });
}

const noRoom = () =>
  new Refusal(
    503,
    "not_ready",
    "There is no room left for files on the server. Please tell your administrator.",
  );

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT" || isDiskFull(error.cause);
}
