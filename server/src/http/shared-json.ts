/**
 * JSON of lists whose items other answers hold too, as of colleagues, which each of 2 000 agents fetches without themselves. Items are
 * written, and runs of them compressed, once for all answers.
 */
import { constants, crc32, deflateRawSync } from "node:zlib";

/** Bytes from which a run ends. */
const runLength = 16_384;
/** Kept of runs that begin alike: the whole one, and some that lack an item. */
const mostAlike = 4;

type Run = { items: object[]; bytes: Buffer; compressed: Buffer | null };

const texts = new WeakMap<object, string>();
/** By their first item. */
const runs = new WeakMap<object, Run[]>();
/** Items that end a run in every list, so that lists that differ in one item differ in one run. */
const lasts = new WeakSet<object>();

const deflated = (bytes: Buffer): Buffer =>
  // Ends at a byte and refers to nothing before it, so that runs can follow one another.
  deflateRawSync(bytes, { level: 1, finishFlush: constants.Z_FULL_FLUSH });

const mark = (text: string) => {
  const bytes = Buffer.from(text);
  return { bytes, compressed: deflated(bytes) };
};
const [open, comma, close] = [mark("["), mark(","), mark("]")];

/** RFC 1952: deflate, no flags, no time, fastest, of an unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
/** An empty last block (RFC 1951). */
const lastBlock = Buffer.from([3, 0]);

export type SharedJson = { length: number; plain(): Buffer; gzip(): Buffer };

/** `textOf` is an item's JSON. */
export function sharedJson(items: object[], textOf: (item: object) => string): SharedJson {
  const parts = [
    open,
    ...runsOf(items, textOf).flatMap((run, at) => (at === 0 ? [run] : [comma, run])),
    close,
  ];
  const length = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return {
    length,
    plain: () => Buffer.concat(parts.map(({ bytes }) => bytes)),
    gzip() {
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(parts.reduce((sum, { bytes }) => crc32(bytes, sum), 0));
      trailer.writeUInt32LE(length % 2 ** 32, 4);
      const compressed = parts.map((part) => {
        part.compressed ??= deflated(part.bytes);
        return part.compressed;
      });
      return Buffer.concat([gzipHeader, ...compressed, lastBlock, trailer]);
    },
  };
}

function runsOf(items: object[], textOf: (item: object) => string): Run[] {
  const found: Run[] = [];
  for (let at = 0; at < items.length; ) {
    const run = knownAt(items, at) ?? makeRun(items, at, textOf);
    found.push(run);
    at += run.items.length;
  }
  return found;
}

function knownAt(items: object[], at: number): Run | undefined {
  const alike = runs.get(items[at] as object);
  return alike?.find((run) => run.items.every((one, index) => one === items[at + index]));
}

function makeRun(items: object[], begin: number, textOf: (item: object) => string): Run {
  const written: string[] = [];
  let length = 0;
  for (const item of items.slice(begin)) {
    const text = texts.get(item) ?? textOf(item);
    texts.set(item, text);
    written.push(text);
    length += text.length;
    if (length >= runLength) lasts.add(item);
    if (lasts.has(item)) break;
  }
  const run = {
    items: items.slice(begin, begin + written.length),
    bytes: Buffer.from(written.join(",")),
    compressed: null,
  };
  const first = items[begin] as object;
  const alike = runs.get(first) ?? [];
  if (alike.length < mostAlike) runs.set(first, [...alike, run]);
  return run;
}
