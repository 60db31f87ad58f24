import { createPlan, mostSteps, type Piece } from "./plan.ts";
import type { Reader } from "./reader.ts";

const texts = new Set(["eXIf", "tEXt", "zTXt", "iTXt", "tIME"]);

/**
 * PNG (W3C PNG, third edition, §5): keeps the chunks that affect the picture, up to the last. Animations keep theirs.
 */
export async function planPng(reader: Reader): Promise<Piece[]> {
  const plan = createPlan();
  plan.keep(0, 8);
  let at = 8;
  for (let step = 0; step < mostSteps && at < reader.size; step += 1) {
    const head = await reader.bytes(at, 8);
    if (head.length < 8) break;
    const end = Math.min(at + 12 + head.readUInt32BE(0), reader.size);
    const type = head.toString("latin1", 4, 8);
    if (!texts.has(type)) plan.keep(at, end);
    if (type === "IEND") return plan.pieces;
    at = end;
  }
  plan.keep(at, reader.size);
  return plan.pieces;
}
