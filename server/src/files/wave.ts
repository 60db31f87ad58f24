import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Context } from "../floor/context.ts";
import { busy, notFound } from "../floor/errors/errors.ts";
import { atMost } from "./at-most.ts";
import { incomingPath } from "./storage/incoming.ts";
import type { FileRow } from "./view.ts";

const convertible = new Set(["audio/ogg", "audio/opus"]);
/** The limit in bytes; a quarter of an hour has a tenth of it. */
const mostBytes = 30 * 2 ** 20;

/**
 * A stored voice note as a WAV. Throws `notFound` for a file that cannot be one, `busy` when the decoder has no slot.
 */
export async function readAsWave(
  { config, files, decoder }: Pick<Context, "config" | "files" | "decoder">,
  { file, key }: { file: FileRow; key: string },
): Promise<Buffer> {
  if (!convertible.has(file.media_type ?? "") || (file.size ?? 0) > mostBytes) throw notFound();
  const path = await incomingPath(config);
  try {
    const target = createWriteStream(path, { flags: "wx", mode: 0o600 });
    await pipeline(await files.read(key), atMost(mostBytes), target);
    const wave = await decoder.wave(file.company_id, path);
    if (wave === "busy") throw busy();
    if (!wave) throw notFound();
    return wave;
  } finally {
    await rm(path, { force: true });
  }
}
