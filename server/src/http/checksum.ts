/** The CRC-32 of concatenated bytes, from the checksums of the pieces, as zlib's crc32_combine. */
import { crc32 } from "node:zlib";

export type Summed = {
  crc: number;
  /** The effect of the piece's length on the checksum of the bytes before it. */
  shift: number;
};

/** RFC 1952, section 8; bits reversed, so the highest one is 1 and the next one x. */
const polynomial = 0xedb88320;
const one = 2 ** 31;
/** x^8: a byte. */
const byte = 2 ** 23;

export const summed = (bytes: Buffer): Summed => ({ crc: crc32(bytes), shift: shiftOf(bytes.length) });

/** The checksum of bytes with checksum `before` followed by this piece. */
export const summedAfter = (before: number, { crc, shift }: Summed): number =>
  (times(shift, before) ^ crc) >>> 0;

/** x^(8·length). */
function shiftOf(length: number): number {
  let shift = one;
  for (let left = length, power = byte; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = times(power, shift);
    power = times(power, power);
  }
  return shift;
}

/** Modulo the polynomial. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = one, term = b; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= term;
    term = term & 1 ? (term >>> 1) ^ polynomial : term >>> 1;
  }
  return product;
}
