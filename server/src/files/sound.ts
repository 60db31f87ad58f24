import { Worker } from "node:worker_threads";
import type { Sniffed } from "./sniff.ts";
import type { Recording } from "./sound.worker.ts";

export type Sound = Recording & Sniffed;

/** Half an hour of speech decodes in about two seconds; who takes longer gets no waveform. */
const patience = 10_000;

/**
 * How long a recording or film is and how loud, looked at in a thread of its own so that nobody's messages wait. A
 * container without pictures (a browser records voice as WebM) is audio. Null when it cannot be read.
 */
export async function inspectSound(path: string, found: Sniffed): Promise<Sound | null> {
  const recording = await listen(path, found.mediaType);
  if (!recording) return null;
  const onlySound = found.kind === "video" && recording.hasAudio && !recording.hasVideo;
  return {
    ...recording,
    kind: onlySound ? "audio" : found.kind,
    mediaType: onlySound ? found.mediaType.replace("video/", "audio/") : found.mediaType,
  };
}

function listen(path: string, mediaType: string): Promise<Recording | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./sound.worker.ts", import.meta.url), {
      workerData: { path, mediaType },
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      stdout: true,
      stderr: true,
    });
    const stop = setTimeout(() => worker.terminate(), patience);
    worker.once("message", (recording: Recording) => resolve(recording));
    // A file that no decoder can read is stored all the same, without a length.
    worker.once("error", () => resolve(null));
    worker.once("exit", () => {
      clearTimeout(stop);
      resolve(null);
    });
  });
}
