/** The still of a video, from its provider or the agent's browser: a picture from outside, drawn anew by the decoder. */
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Context } from "../floor/context.ts";
import { atMost } from "./at-most.ts";
import type { StoredFile } from "./receive.ts";
import { incomingPath } from "./storage/incoming.ts";

/** Bytes. A preview has a fraction of it. */
const mostBytes = 2 ** 20;

/**
 * The file with its still. As it was when it has one, is no video, or the picture does not decode. Throws what the stream
 * throws, and `tooLarge`.
 */
export async function addStill(
  { config, files, decoder }: Pick<Context, "config" | "files" | "decoder">,
  companyId: string,
  stored: StoredFile,
  still: NodeJS.ReadableStream,
  { urgent }: { urgent: boolean },
): Promise<StoredFile> {
  const path = await incomingPath(config);
  try {
    await pipeline(still, atMost(mostBytes), createWriteStream(path, { flags: "wx", mode: 0o600 }));
    const { thumbnail } = await decoder.inspect(companyId, path, { urgent });
    if (!thumbnail) return stored;
    const thumbnailKey = `${stored.storageKey}-thumbnail`;
    await files.put(thumbnailKey, thumbnail);
    return { ...stored, thumbnailKey };
  } finally {
    await rm(path, { force: true });
  }
}

export const needsStill = ({ kind, thumbnailKey }: StoredFile): boolean => kind === "video" && !thumbnailKey;
