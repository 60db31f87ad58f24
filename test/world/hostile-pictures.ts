/** Small files that are expensive to decode. */
import { readFileSync } from "node:fs";

/**
 * One colour, for which AVIF needs 1.3 KB and a decoder 1.2 GB: `sharp({ create: { width: 8000, height: 7990, channels:
 * 3, background: "#0a7" } }).avif({ effort: 0 })`.
 */
export const hugeAvif = (): Buffer => avif("8000x7990");

/** The most expensive file that is decoded, made in the same way: 0.5 KB, 360 MB and at least half a second. */
export const dearAvif = (): Buffer => avif("4000x4000");

const avif = (size: string) => readFileSync(new URL(`./pictures/${size}.avif`, import.meta.url));

/**
 * A progressive JPEG (ITU-T T.81 annex G): each of its scans goes over all blocks, and a run of empty ones takes two
 * bytes.
 */
export function progressiveJpeg(width: number, height: number, scans: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const emptyScan = Buffer.concat([
    segment(0xda, Buffer.from([1, 1, 0, 1, 63, 0])),
    emptyRuns(Math.ceil(blocks / longestRun)),
  ]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(0xc2, frame),
    // One code of one bit, which begins a run of 2^14 blocks plus the number in its 14 bits.
    segment(0xc4, Buffer.from([0x10, 1, ...Array(15).fill(0), 0xe0])),
    ...Array.from({ length: scans }, () => emptyScan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

const longestRun = 32_767;

function emptyRuns(count: number): Buffer {
  const bits = `0${"1".repeat(14)}`.repeat(count);
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, "1").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.flatMap((byte) => (byte === "11111111" ? [0xff, 0] : [Number.parseInt(byte, 2)])));
}

function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}
