/** What a file is, by its content alone: a name or a declared type is what somebody says. */
import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";

/** How a file is shown and sent. */
export type FileKind = "image" | "video" | "audio" | "document";

export type Sniffed = { mediaType: string; kind: FileKind };

// What every browser shows by itself. SVG and HTML are programs, so they are documents.
const kinds: Record<FileKind, string[]> = {
  image: ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"],
  video: ["video/mp4", "video/webm", "video/quicktime", "video/ogg", "video/x-m4v"],
  audio: [
    ...["audio/mpeg", "audio/ogg", "audio/opus", "audio/wav", "audio/mp4", "audio/x-m4a"],
    ...["audio/aac", "audio/x-flac", "audio/flac", "audio/webm", "audio/amr"],
  ],
  document: [],
};
const kindByType = new Map(
  Object.entries(kinds).flatMap(([kind, types]) => types.map((type) => [type, kind as FileKind] as const)),
);

/** Whether every browser shows it as a picture, and runs nothing of it. */
export const isShownAsImage = (mediaType: string): boolean => kindByType.get(mediaType) === "image";

export async function sniff(path: string): Promise<Sniffed> {
  const found = await fileTypeFromFile(path);
  // "audio/ogg; codecs=opus" is audio/ogg.
  const mediaType = found?.mime.split(";")[0]?.trim() ?? ((await isText(path)) ? "text/plain" : unknownType);
  return { mediaType, kind: kindByType.get(mediaType) ?? "document" };
}

const unknownType = "application/octet-stream";
const textSample = 64 * 1024;

async function isText(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(textSample), 0, textSample, 0);
    if (bytesRead === 0) return false;
    const sample = buffer.subarray(0, bytesRead);
    // The sample may end within a letter; a stream decoder waits for the rest of it.
    new TextDecoder("utf-8", { fatal: true }).decode(sample, { stream: true });
    return !sample.includes(0);
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  } finally {
    await file.close();
  }
}
