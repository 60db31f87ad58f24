/**
 * Opens winmail.dat, in which Outlook wraps a message's body and files (MS-OXTNEF). Stated lengths are checked against
 * the bytes present; a broken file gives the parts before the break.
 */
import { ByteReader, OutOfBytes } from "./byte-reader.ts";
import { textIn } from "./code-page.ts";
import { type MapiProperties, readProperties } from "./mapi.ts";
import { decompressRtf } from "./rtf.ts";

export type TnefFile = {
  name: string | null;
  mediaType: string | null;
  cid: string | null;
  content: Uint8Array;
};
export type Tnef = { text: string | null; html: string | null; rtf: Uint8Array | null; files: TnefFile[] };

const signature = 0x223e9f78;
/** Attributes, by tag (MS-OXTNEF 2.1.3.2). */
const tags = {
  codePage: 0x00069007,
  body: 0x0002800c,
  messageProperties: 0x00069003,
  attachmentStart: 0x00069002,
  attachmentTitle: 0x00018010,
  attachmentData: 0x0006800f,
  attachmentProperties: 0x00069005,
};
/** MAPI property ids (MS-OXPROPS). */
const ids = {
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  data: 0x3701,
  shortName: 0x3704,
  longName: 0x3707,
  mediaType: 0x370e,
  cid: 0x3712,
};

/** Null: these bytes are no TNEF. At most `most` files are read. */
export function readTnef(bytes: Uint8Array, most: number): Tnef | null {
  if (bytes.length < 6 || new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) !== signature)
    return null;
  const reader = new ByteReader(bytes);
  reader.skip(6);
  const read = new Reading(most);
  try {
    while (reader.left > 0 && read.attribute(reader));
  } catch (error) {
    if (!(error instanceof OutOfBytes)) throw error;
  }
  return read.result();
}

type Part = { title: string | null; content: Uint8Array | null; properties: MapiProperties };

/** Attributes come in order: an attachment's follow its start. */
class Reading {
  readonly #most: number;
  readonly #parts: Part[] = [];
  #codePage = 1252;
  #body: string | null = null;
  #properties: MapiProperties = new Map();

  constructor(most: number) {
    this.#most = most;
  }

  /** False when there are enough files. */
  attribute(reader: ByteReader): boolean {
    reader.skip(1);
    const tag = reader.u32();
    const data = reader.read(reader.u32());
    reader.skip(2);
    if (tag === tags.attachmentStart) {
      if (this.#parts.length === this.#most) return false;
      this.#parts.push({ title: null, content: null, properties: new Map() });
    } else this.#read(tag, data, this.#parts.at(-1));
    return true;
  }

  #read(tag: number, data: Uint8Array, part: Part | undefined): void {
    if (tag === tags.codePage && data.length >= 4) this.#codePage = new ByteReader(data).u32();
    else if (tag === tags.body) this.#body = textIn(this.#codePage, data);
    else if (tag === tags.messageProperties) this.#properties = readProperties(data, this.#codePage);
    else if (!part) return;
    else if (tag === tags.attachmentTitle) part.title = textIn(this.#codePage, data);
    else if (tag === tags.attachmentData) part.content = data;
    else if (tag === tags.attachmentProperties) part.properties = readProperties(data, this.#codePage);
  }

  result(): Tnef {
    const rtf = this.#properties.get(ids.rtf);
    return {
      text: textAt(this.#properties, ids.body) ?? this.#body,
      html: htmlAt(this.#properties, this.#codePage),
      rtf: rtf instanceof Uint8Array ? decompressRtf(rtf) : null,
      files: this.#parts.flatMap(fileOf),
    };
  }
}

function fileOf({ title, content, properties }: Part): TnefFile[] {
  const data = content ?? properties.get(ids.data);
  if (!(data instanceof Uint8Array)) return [];
  const name = textAt(properties, ids.longName) ?? title ?? textAt(properties, ids.shortName);
  const cid = textAt(properties, ids.cid);
  return [{ name, mediaType: textAt(properties, ids.mediaType), cid, content: data }];
}

function textAt(properties: MapiProperties, id: number): string | null {
  const value = properties.get(id);
  return typeof value === "string" && value !== "" ? value : null;
}

function htmlAt(properties: MapiProperties, codePage: number): string | null {
  const value = properties.get(ids.html);
  return value instanceof Uint8Array ? textIn(codePage, value) : textAt(properties, ids.html);
}
