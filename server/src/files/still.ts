/** Adds the still of a video, from its provider or the agent's browser: a foreign picture, redrawn by the decoder. */
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Context } from "../floor/context.ts";
import { atMost } from "./at-most.ts";
import type { StoredFile } from "./receive.ts";
import { incomingPath } from "./storage/incoming.ts";

/** The limit in bytes. A preview has a fraction of it. */
const mostBytes = 2 ** 20;

/**
 * The file with its still. It is returned unchanged when it has one, is no video, or the picture does not decode.
 * Throws errors of the stream, and `tooLarge`.
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
