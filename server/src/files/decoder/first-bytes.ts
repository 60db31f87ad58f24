/**
 * Finds the type of a file by its first bytes alone, for one that the decoder has no time for or does not survive.
 * Parses nothing.
 */
import { open } from "node:fs/promises";
import { kindOf, type Sniffed } from "./kinds.ts";

/** The offset of the bytes, the bytes in Latin-1, and the type. */
const signatures: [number, string, string][] = [
  [0, "\xff\xd8\xff", "image/jpeg"],
  [0, "\x89PNG\r\n\x1a\n", "image/png"],
  [0, "GIF8", "image/gif"],
  [8, "WEBP", "image/webp"],
  [8, "WAVE", "audio/wav"],
  [4, "ftypavi", "image/avif"],
  [4, "ftypM4A", "audio/x-m4a"],
  [4, "ftypqt", "video/quicktime"],
  [4, "ftyphei", "image/heic"],
  [4, "ftypmif1", "image/heif"],
  [4, "ftyp3gp", "video/3gpp"],
  [4, "ftyp", "video/mp4"],
  [0, "\x1aE\xdf\xa3", "video/webm"],
  [0, "OggS", "audio/ogg"],
  [0, "ID3", "audio/mpeg"],
  [0, "\xff\xfb", "audio/mpeg"],
  [0, "\xff\xf1", "audio/aac"],
  [0, "#!AMR", "audio/amr"],
  [0, "%PDF-", "application/pdf"],
];

export async function readFirstBytes(path: string): Promise<Sniffed> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(16), 0, 16, 0);
    const start = buffer.toString("latin1", 0, bytesRead);
    const mediaType =
      signatures.find(([at, bytes]) => start.startsWith(bytes, at))?.[2] ?? "application/octet-stream";
    return { mediaType, kind: kindOf(mediaType) };
  } finally {
    await file.close();
  }
}
