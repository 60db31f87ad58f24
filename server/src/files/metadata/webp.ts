import { createPlan, lengthOf, mostSteps, type Piece } from "./plan.ts";
import type { Reader } from "./reader.ts";

const dropped = new Set(["EXIF", "XMP "]);
/** Bits in the flags of VP8X. */
const exifAndXmp = 0x08 | 0x04;

/** WebP (RFC 9649): a RIFF of chunks, whose length is at its beginning. */
export async function planWebp(reader: Reader): Promise<Piece[]> {
  const plan = createPlan();
  let at = 12;
  for (let step = 0; step < mostSteps && at < reader.size; step += 1) {
    const head = await reader.bytes(at, 9);
    if (head.length < 8) break;
    const length = head.readUInt32LE(4);
    const end = Math.min(at + 8 + length + (length % 2), reader.size);
    const type = head.toString("latin1", 0, 4);
    if (type === "VP8X" && head.length === 9) {
      plan.put(Buffer.concat([head.subarray(0, 8), Buffer.of((head[8] ?? 0) & ~exifAndXmp)]));
      plan.keep(at + 9, end);
    } else if (!dropped.has(type)) plan.keep(at, end);
    at = end;
  }
  plan.keep(at, reader.size);
  const header = Buffer.from(await reader.bytes(0, 12));
  header.writeUInt32LE(lengthOf(plan.pieces) + 4, 4);
  return [{ bytes: header }, ...plan.pieces];
}
