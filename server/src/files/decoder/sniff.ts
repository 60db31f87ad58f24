/** Detects a file's type by its content alone: names and declared types are not trusted. */
import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import { kindOf, type Sniffed } from "./kinds.ts";

export async function sniff(path: string): Promise<Sniffed> {
  const found = await fileTypeFromFile(path);
  // "audio/ogg; codecs=opus" is audio/ogg.
  const mediaType = found?.mime.split(";")[0]?.trim() ?? ((await isText(path)) ? "text/plain" : unknownType);
  return { mediaType, kind: kindOf(mediaType) };
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
