/**
 * Files of boxes (ISO/IEC 14496-12): HEIC, AVIF, MP4, QuickTime. Removed bytes are zeroed, since other boxes refer to
 * offsets.
 */
import { createPlan, mostSteps, type Piece } from "./plan.ts";
import { type Reader, windowSize } from "./reader.ts";

type Box = { type: string; at: number; body: number; end: number };
type Span = { from: number; to: number };

export async function planBoxes(reader: Reader): Promise<Piece[]> {
  const spans: Span[] = [];
  const free: number[] = [];
  for (const box of await boxesIn(reader, 0, reader.size)) {
    if (box.type === "meta") spans.push(...(await metadataItems(reader, box)));
    if (box.type !== "moov") continue;
    await notesOf(reader, box, free, spans);
    for (const track of await boxesIn(reader, box.body, box.end)) {
      if (track.type === "trak") await notesOf(reader, track, free, spans);
    }
  }
  return without(reader, spans, free);
}

async function boxesIn(reader: Reader, from: number, to: number): Promise<Box[]> {
  const found: Box[] = [];
  for (let at = from; at + 8 <= to && found.length < mostSteps; ) {
    const head = await reader.bytes(at, 16);
    if (head.length < 8) break;
    const short = head.readUInt32BE(0);
    const long = short === 1 && head.length === 16;
    const length = long ? Number(head.readBigUInt64BE(8)) : short || to - at;
    if (length < 8 || at + length > to) break;
    const box = { type: head.toString("latin1", 4, 8), at, body: at + (long ? 16 : 8), end: at + length };
    found.push(box);
    at = box.end;
  }
  return found;
}

/** Notes of a film or track (`udta`, Apple's `meta`), among them where it was made, become free space. */
async function notesOf(reader: Reader, of: Box, free: number[], spans: Span[]): Promise<void> {
  for (const box of await boxesIn(reader, of.body, of.end)) {
    if (box.type !== "udta" && box.type !== "meta") continue;
    free.push(box.at + 4);
    spans.push({ from: box.body, to: box.end });
  }
}

/** The extents of a picture's Exif and XMP items (ISO/IEC 23008-12 annex A). */
async function metadataItems(reader: Reader, meta: Box): Promise<Span[]> {
  const children = await boxesIn(reader, meta.body + 4, meta.end);
  const info = children.find(({ type }) => type === "iinf");
  const places = children.find(({ type }) => type === "iloc");
  const data = children.find(({ type }) => type === "idat");
  if (!info || !places) return [];
  const version = (await reader.bytes(info.body, 1))[0];
  const entries = await boxesIn(reader, info.body + (version === 0 ? 6 : 8), info.end);
  const ids = new Set<number>();
  for (const entry of entries) {
    const item = itemIn(await reader.bytes(entry.body, Math.min(entry.end - entry.body, 16)));
    if (item && (item.type === "Exif" || item.type === "mime")) ids.add(item.id);
  }
  if (ids.size === 0 || places.end - places.body > windowSize) return [];
  const location = await reader.bytes(places.body, places.end - places.body);
  return extentsOf(location, ids, data?.body ?? 0).filter(({ from, to }) => from < to && to <= reader.size);
}

/** Reads an `infe` of version 2 or 3. */
function itemIn(entry: Buffer): { id: number; type: string } | null {
  const wide = entry[0] === 3;
  const at = wide ? 10 : 8;
  if ((entry[0] !== 2 && !wide) || entry.length < at + 4) return null;
  return {
    id: wide ? entry.readUInt32BE(4) : entry.readUInt16BE(4),
    type: entry.toString("latin1", at, at + 4),
  };
}

function extentsOf(location: Buffer, ids: Set<number>, dataAt: number): Span[] {
  const spans: Span[] = [];
  let at = 4;
  const read = (bytes: number): number => {
    if (at + bytes > location.length) throw new RangeError("The table of places ends too early");
    const value =
      bytes === 8 ? Number(location.readBigUInt64BE(at)) : bytes ? location.readUIntBE(at, bytes) : 0;
    at += bytes;
    return value;
  };
  try {
    const version = location[0] ?? 0;
    const sizes = read(2);
    const [offset, length, base] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
    const index = version === 0 ? 0 : sizes & 15;
    const items = read(version < 2 ? 2 : 4);
    for (let item = 0; item < items; item += 1) {
      const id = read(version < 2 ? 2 : 4);
      const method = version === 0 ? 0 : read(2) & 15;
      read(2);
      const start = read(base) + (method === 1 ? dataAt : 0);
      for (let extents = read(2); extents > 0; extents -= 1) {
        read(index);
        const from = start + read(offset);
        const to = from + read(length);
        if (ids.has(id) && method < 2) spans.push({ from, to });
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return spans;
}

function without({ size }: Reader, spans: Span[], free: number[]): Piece[] {
  const plan = createPlan();
  const changes = [
    ...spans.map((span) => ({ ...span, free: false })),
    ...free.map((from) => ({ from, to: from + 4, free: true })),
  ].sort((one, other) => one.from - other.from);
  let at = 0;
  for (const change of changes) {
    if (change.from < at) continue;
    plan.keep(at, change.from);
    if (change.free) plan.put(Buffer.from("free"));
    else plan.zero(change.to - change.from);
    at = change.to;
  }
  plan.keep(at, size);
  return plan.pieces;
}
