/** A thread that reads one recording: length, picture size, and the loudness of what it can decode. */
import { createReadStream } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { parseFile } from "music-metadata";
import { decodeMpeg, decodeOpus, decodeWave } from "./decode.ts";
import { createLoudness } from "./loudness.ts";

export type Recording = {
  durationMs: number | null;
  hasAudio: boolean;
  hasVideo: boolean;
  width: number | null;
  height: number | null;
  /** Up to 64 steps of 0 to 100; null when there is no decoder for it. */
  waveform: number[] | null;
};

const decoders = new Map([
  ["audio/ogg", decodeOpus],
  ["audio/opus", decodeOpus],
  ["audio/mpeg", decodeMpeg],
  ["audio/wav", decodeWave],
]);

const { path, mediaType } = workerData as { path: string; mediaType: string };
parentPort?.postMessage(await read());

async function read(): Promise<Recording> {
  const { format } = await parseFile(path, { duration: true, skipCovers: true });
  const video = format.trackInfo.find((track) => track.video)?.video;
  // A film without sound tells its length by its tracks alone.
  const seconds = format.duration ?? Math.max(0, ...format.trackInfo.map((track) => track.duration ?? 0));
  return {
    durationMs: seconds > 0 ? Math.round(seconds * 1000) : null,
    hasAudio: format.hasAudio ?? false,
    hasVideo: format.hasVideo ?? false,
    width: video?.displayWidth ?? video?.pixelWidth ?? null,
    height: video?.displayHeight ?? video?.pixelHeight ?? null,
    waveform: await waveformOf(),
  };
}

async function waveformOf(): Promise<number[] | null> {
  const decode = decoders.get(mediaType);
  if (!decode) return null;
  const loudness = createLoudness();
  await decode(createReadStream(path), loudness.hear);
  return loudness.steps();
}
