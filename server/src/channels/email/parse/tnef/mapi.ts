/** Reads lists of MAPI properties (MS-OXTNEF 2.1.3.4); texts and bytes are kept, by id. */
import { ByteReader, OutOfBytes } from "./byte-reader.ts";
import { textIn, utf16 } from "./code-page.ts";

export type MapiProperties = Map<number, string | Uint8Array>;

/** The size of a value in bytes, padded to four. */
const fixed: Record<number, number> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
};
const types = { object: 0x0d, text: 0x1e, unicode: 0x1f, binary: 0x102 };
const several = 0x1000;
/** Ids from here on are named. */
const firstNamed = 0x8000;
/** An object begins with the id of its interface. */
const interfaceLength = 16;

/** Returns the properties before a break in the data. */
export function readProperties(bytes: Uint8Array, codePage: number): MapiProperties {
  const reader = new ByteReader(bytes);
  const found: MapiProperties = new Map();
  try {
    const count = reader.u32();
    for (let n = 0; n < count; n++) readOne(reader, found, codePage);
  } catch (error) {
    if (!(error instanceof OutOfBytes)) throw error;
  }
  return found;
}

function readOne(reader: ByteReader, found: MapiProperties, codePage: number): void {
  const type = reader.u16();
  const id = reader.u16();
  if (id >= firstNamed) skipName(reader);
  const single = type & ~several;
  const width = fixed[single];
  const varies = width === undefined;
  const count = varies || type !== single ? reader.u32() : 1;
  for (let n = 0; n < count; n++) {
    const length = width ?? reader.u32();
    const value = reader.read(length);
    // A padding may be missing at the very end.
    reader.skip(Math.min(padding(length), reader.left));
    if (varies && n === 0) keep(found, id, single, value, codePage);
  }
}

function keep(found: MapiProperties, id: number, type: number, value: Uint8Array, codePage: number): void {
  if (type === types.text) found.set(id, textIn(codePage, value));
  else if (type === types.unicode) found.set(id, utf16(value));
  else if (type === types.binary) found.set(id, value);
  else if (type === types.object) found.set(id, value.subarray(interfaceLength));
}

function skipName(reader: ByteReader): void {
  reader.skip(16);
  const byNumber = reader.u32() === 0;
  const length = byNumber ? 4 : reader.u32();
  reader.skip(length + padding(length));
}

const padding = (length: number): number => (4 - (length % 4)) % 4;
