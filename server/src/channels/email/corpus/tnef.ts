/** winmail.dat, as Outlook wraps bodies and files (MS-OXTNEF). */

type Property = { id: number; type: number; value: Buffer };
type WrappedFile = {
  /** The text is encoded in the code page of the message. */
  title?: Buffer;
  content?: Buffer;
  properties?: Property[];
};
type Wrapped = { codePage?: number; body?: Buffer; properties?: Property[]; files?: WrappedFile[] };

const u16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value & 0xffff);
  return bytes;
};
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};

export const ids = {
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  data: 0x3701,
  longName: 0x3707,
  mediaType: 0x370e,
  cid: 0x3712,
};

export const unicode = (id: number, text: string): Property => ({
  id,
  type: 0x1f,
  value: Buffer.from(`${text}\0`, "utf16le"),
});
export const binary = (id: number, value: Buffer | string): Property => ({
  id,
  type: 0x102,
  value: Buffer.from(value),
});

export function properties(list: Property[], count = list.length + 2): Buffer {
  // A number and a named property come before the others, and must be skipped.
  const number = Buffer.concat([u16(3), u16(0x0e08), u32(7)]);
  const name = Buffer.from("Reference\0", "utf16le");
  const named = Buffer.concat([
    ...[u16(0x1f), u16(0x8001), Buffer.alloc(16, 9), u32(1), u32(name.length), padded(name)],
    ...[u32(1), u32(2), padded(Buffer.alloc(2))],
  ]);
  const all = list.map(({ id, type, value }) =>
    Buffer.concat([u16(type), u16(id), u32(1), u32(value.length), padded(value)]),
  );
  return Buffer.concat([u32(count), number, named, ...all]);
}

const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

export function attribute(level: 1 | 2, tag: number, data: Buffer, length = data.length): Buffer {
  const sum = data.reduce((all, byte) => (all + byte) % 65_536, 0);
  return Buffer.concat([Buffer.from([level]), u32(tag), u32(length), data, u16(sum)]);
}

export function tnef({ codePage = 1251, body, properties: own = [], files = [] }: Wrapped): Buffer {
  return Buffer.concat([
    u32(0x223e9f78),
    u16(1),
    attribute(1, 0x00089006, u32(0x10000)),
    attribute(1, 0x00069007, Buffer.concat([u32(codePage), u32(0)])),
    ...(body ? [attribute(1, 0x0002800c, body)] : []),
    ...(own.length > 0 ? [attribute(1, 0x00069003, properties(own))] : []),
    ...files.flatMap(wrappedFile),
  ]);
}

const wrappedFile = ({ title, content, properties: own }: WrappedFile): Buffer[] => [
  attribute(2, 0x00069002, Buffer.alloc(14)),
  ...(title ? [attribute(2, 0x00018010, Buffer.concat([title, Buffer.alloc(1)]))] : []),
  ...(content ? [attribute(2, 0x0006800f, content)] : []),
  ...(own ? [attribute(2, 0x00069005, properties(own))] : []),
];

/** RTF in the uncompressed form; the function below uses one reference into the initial dictionary. */
export const plainRtf = (text: string): Buffer =>
  Buffer.concat([u32(text.length + 12), u32(text.length), u32(0x414c454d), u32(0), Buffer.from(text)]);

/** "{\rtf1\ansi" refers to the initial dictionary, the rest is literal. */
export function compressedRtf(rest: string): Buffer {
  const opening = "{\\rtf1\\ansi";
  const pieces = [Buffer.from([0x01, 0x00, opening.length - 2])];
  const literal = Buffer.from(rest);
  pieces.push(literal.subarray(0, 7));
  for (let at = 7; at < literal.length; at += 8) pieces.push(Buffer.from([0]), literal.subarray(at, at + 8));
  const content = Buffer.concat(pieces);
  const size = opening.length + literal.length;
  return Buffer.concat([u32(content.length + 12), u32(size), u32(0x75465a4c), u32(0), content]);
}
