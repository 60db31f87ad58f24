/** Recordings and films: length, picture size, and the loudness of what can be decoded. */
import { createReadStream } from "node:fs";
import { parseFile } from "music-metadata";
import { decodeMpeg, decodeOpus, decodeWave } from "./decode.ts";
import type { Sniffed } from "./kinds.ts";
import { createLoudness } from "./loudness.ts";

export type Sound = Sniffed & {
  durationMs: number | null;
  width: number | null;
  height: number | null;
  /** Up to 64 steps of 0 to 100; null when no decoder reads it. */
  waveform: number[] | null;
};

const decoders = new Map([
  ["audio/ogg", decodeOpus],
  ["audio/opus", decodeOpus],
  ["audio/mpeg", decodeMpeg],
  ["audio/wav", decodeWave],
]);

/** A container without pictures (a browser records voice as WebM) is audio. Null when it cannot be read. */
export async function readSound(path: string, found: Sniffed): Promise<Sound | null> {
  try {
    const { format } = await parseFile(path, { duration: true, skipCovers: true });
    const video = format.trackInfo.find((track) => track.video)?.video;
    // The length of a film without sound is that of its tracks.
    const seconds = format.duration ?? Math.max(0, ...format.trackInfo.map((track) => track.duration ?? 0));
    const onlySound = found.kind === "video" && format.hasAudio && !format.hasVideo;
    return {
      kind: onlySound ? "audio" : found.kind,
      mediaType: onlySound ? found.mediaType.replace("video/", "audio/") : found.mediaType,
      durationMs: seconds > 0 ? Math.round(seconds * 1000) : null,
      width: video?.displayWidth ?? video?.pixelWidth ?? null,
      height: video?.displayHeight ?? video?.pixelHeight ?? null,
      waveform: await waveformOf(path, found.mediaType),
    };
  } catch {
    // Each decoder has its own errors; a file that none of them reads is still stored.
    return null;
  }
}

async function waveformOf(path: string, mediaType: string): Promise<number[] | null> {
  const decode = decoders.get(mediaType);
  if (!decode) return null;
  const loudness = createLoudness();
  await decode(createReadStream(path), loudness.add);
  return loudness.steps();
}
