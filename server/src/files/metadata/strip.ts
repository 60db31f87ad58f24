/**
 * Removes metadata of a picture or film: where and when it was made, by which device, by whom. It reads only lengths
 * and decodes nothing, so it needs no slot of the decoder and cannot fail for lack of one. Unreadable parts stay
 * unchanged.
 */
import { createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { planBoxes } from "./boxes.ts";
import { planGif } from "./gif.ts";
import { planJpeg } from "./jpeg.ts";
import { lengthOf, type Piece } from "./plan.ts";
import { planPng } from "./png.ts";
import { createReader, type Reader, windowSize } from "./reader.ts";
import { planWebp } from "./webp.ts";

/** The offset of the signature, its bytes in Latin-1, and the planner of the format. */
const formats: [number, string, (reader: Reader) => Promise<Piece[]>][] = [
  [0, "\xff\xd8\xff", planJpeg],
  [0, "\x89PNG\r\n\x1a\n", planPng],
  [8, "WEBP", planWebp],
  [0, "GIF8", planGif],
  [4, "ftyp", planBoxes],
];

/** Writes the file without its metadata to `target`. False when there is nothing to remove; then nothing is written. */
export async function stripMetadata(path: string, target: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const reader = createReader(file, size);
    const start = (await reader.bytes(0, 16)).toString("latin1");
    const format = formats.find(([at, signature]) => start.startsWith(signature, at));
    const pieces = await format?.[2](reader);
    if (!pieces || (await isWhole(reader, pieces))) return false;
    await pipeline(
      Readable.from(assemble(file, pieces), { objectMode: false }),
      createWriteStream(target, { flags: "wx", mode: 0o600 }),
    );
    return true;
  } finally {
    await file.close();
  }
}

/** True if the pieces are the whole file. */
async function isWhole(reader: Reader, pieces: Piece[]): Promise<boolean> {
  if (lengthOf(pieces) !== reader.size) return false;
  let at = 0;
  for (const piece of pieces) {
    if ("zeros" in piece) return false;
    if ("bytes" in piece) {
      if (!piece.bytes.equals(await reader.bytes(at, piece.bytes.length))) return false;
      at += piece.bytes.length;
    } else {
      if (piece.from !== at) return false;
      at = piece.to;
    }
  }
  return true;
}

async function* assemble(file: FileHandle, pieces: Piece[]) {
  for (const piece of pieces) {
    if ("bytes" in piece) yield piece.bytes;
    else if ("zeros" in piece) yield* zeros(piece.zeros);
    else yield* rangeOf(file, piece);
  }
}

function* zeros(length: number) {
  for (let left = length; left > 0; left -= windowSize) yield Buffer.alloc(Math.min(left, windowSize));
}

async function* rangeOf(file: FileHandle, { from, to }: { from: number; to: number }) {
  for (let at = from; at < to; at += windowSize) {
    const length = Math.min(windowSize, to - at);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
    yield buffer.subarray(0, bytesRead);
  }
}
