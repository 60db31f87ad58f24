import { createPlan, mostSteps, type Piece } from "./plan.ts";
import type { Reader } from "./reader.ts";

const extension = 0x21;
const image = 0x2c;
const comment = 0xfe;
const application = 0xff;
/** Extensions for the number of repeats, and the colours. */
const shown = /^(NETSCAPE2\.0|ANIMEXTS1\.0|ICCRGBG1012)$/;

/** GIF89a: blocks of sub-blocks. Comments and applications' notes (XMP) are removed. */
export async function planGif(reader: Reader): Promise<Piece[]> {
  const plan = createPlan();
  const screen = await reader.bytes(0, 13);
  let at = 13 + colours(screen[10]);
  plan.keep(0, at);
  for (let step = 0; step < mostSteps && at < reader.size; step += 1) {
    const head = await reader.bytes(at, 14);
    const [kind, label] = head;
    if (kind !== extension && kind !== image) break;
    const body = kind === image ? at + 11 + colours(head[9]) : at + 2;
    const end = await endOfBlocks(reader, body);
    const goes =
      kind === extension &&
      (label === comment || (label === application && !shown.test(head.toString("latin1", 3, 14))));
    if (!goes) plan.keep(at, end);
    at = end;
  }
  // Keeps the trailer, or the unreadable rest.
  plan.keep(at, (await reader.bytes(at, 1))[0] === 0x3b ? at + 1 : reader.size);
  return plan.pieces;
}

/** The size in bytes of the colour table that these flags announce. */
const colours = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

async function endOfBlocks(reader: Reader, from: number): Promise<number> {
  let at = from;
  while (at < reader.size) {
    const [length = 0] = await reader.bytes(at, 1);
    at += 1 + length;
    if (length === 0) break;
  }
  return Math.min(at, reader.size);
}
