/** JPEG (ITU-T T.81 annex B): segments, then scans, then data that cameras append (previews, films). */
import { createPlan, mostSteps, type Piece } from "./plan.ts";
import { type Reader, windowSize } from "./reader.ts";

const startOfScan = 0xda;
const endOfImage = 0xd9;
const exifHeader = "Exif\0\0";

/** Keeps segments that affect colours, and the orientation. Ends with the image. */
export async function planJpeg(reader: Reader): Promise<Piece[]> {
  const plan = createPlan();
  plan.keep(0, 2);
  let at = 2;
  for (let step = 0; step < mostSteps && at < reader.size; step += 1) {
    const head = await reader.bytes(at, 20);
    const marker = head[1] ?? 0;
    if (head[0] !== 0xff || head.length < 4) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === endOfImage) {
      plan.keep(at, at + 2);
      return plan.pieces;
    }
    const end = at + 2 + head.readUInt16BE(2);
    if (keeps(marker, head)) plan.keep(at, Math.min(end, reader.size));
    else if (isExif(marker, head)) {
      const orientation = orientationIn(await reader.bytes(at + 10, Math.min(end - at - 10, windowSize)));
      if (orientation > 1) plan.put(orientationSegment(orientation));
    }
    at = end;
    if (marker === startOfScan) {
      const next = await endOfScan(reader, at);
      plan.keep(at, next);
      at = next;
    }
  }
  plan.keep(at, reader.size);
  return plan.pieces;
}

function keeps(marker: number, head: Buffer): boolean {
  const isApplication = marker >= 0xe0 && marker <= 0xef;
  if (!isApplication) return marker !== 0xfe;
  if (marker === 0xe2) return head.toString("latin1", 4, 15) === "ICC_PROFILE";
  return marker === 0xe0 || marker === 0xee;
}

const isExif = (marker: number, head: Buffer) =>
  marker === 0xe1 && head.toString("latin1", 4, 10) === exifHeader;

/** The offset of the next marker: not a stuffed byte, a restart or a fill byte. */
async function endOfScan(reader: Reader, from: number): Promise<number> {
  let at = from;
  while (at < reader.size) {
    const window = await reader.bytes(at, windowSize);
    if (window.length === 0) break;
    for (let found = window.indexOf(0xff); found !== -1; found = window.indexOf(0xff, found + 1)) {
      const next = window[found + 1];
      if (next === undefined) break;
      if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at + found;
    }
    // The last byte is read again: it may begin a marker.
    at += window.length > 1 ? window.length - 1 : 1;
  }
  return reader.size;
}

const orientationTag = 0x0112;

/** TIFF 6.0 §2: the tag in the first directory; 1 when there is none. */
function orientationIn(tiff: Buffer): number {
  if (tiff.length < 8) return 1;
  const little = tiff.toString("latin1", 0, 2) === "II";
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  const entries = short(directory);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.length) return 1;
    if (short(at) !== orientationTag) continue;
    const value = short(at + 8);
    return value <= 8 ? value : 1;
  }
  return 1;
}

function orientationSegment(orientation: number): Buffer {
  // A directory of one entry: the tag, one short, its value.
  const tiff = Buffer.from("4d4d002a00000008000101120003000000010000000000000000", "hex");
  tiff.writeUInt16BE(orientation, 18);
  const body = Buffer.concat([Buffer.from(exifHeader, "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}
