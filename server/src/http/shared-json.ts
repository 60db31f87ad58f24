/**
 * JSON of lists whose items other answers hold too, such as colleagues, whom each of 2 000 agents fetches without
 * themselves. Items are serialised, and runs of them compressed, once for all answers.
 */
import { constants, deflateRawSync } from "node:zlib";
import type { SharedList } from "../floor/database/shared-reads.ts";
import { type Summed, summed, summedAfter } from "./checksum.ts";

/**
 * Characters from which a run ends. A change compresses its run again and a run that lacks an item is sent plain, so shorter ones
 * cost less; longer ones compress better. 2 000 colleagues are 95 KB; with runs of 8 KB or 16 KB they are 96.
 */
const runLength = 12_288;
/** A run becomes so long where that lets it end at the same item as runs of other lists. */
const longestRun = 1.5 * runLength;
/** The number of cached runs with the same first item. */
const mostAlike = 4;
/** The share of an answer's new runs up to which they are sent plain, since few of them come again. */
const plainShare = 0.25;

type Part = Summed & { bytes: Buffer; compressed: Buffer[] | null; wasSent: boolean };
type Run = Part & {
  items: object[];
  texts: string[];
  /** Begins the list: with a bracket instead of a comma. */
  opens: boolean;
  /** Ends where its list ended. */
  ends: boolean;
};
type TextOf = (item: object) => string;

const texts = new WeakMap<object, string>();
/** Runs by their first item, the last used first. */
const runs = new WeakMap<object, Run[]>();
const runsOfLists = new WeakMap<object[], Run[]>();
/** Items that end a run in every list, so that lists that differ in one item differ in one run. */
const lasts = new WeakSet<object>();

const deflated = (bytes: Buffer): Buffer =>
  // Ends at a byte and refers to nothing before it, so that runs can be concatenated. Each call allocates its state and
  // a chunk.
  deflateRawSync(bytes, {
    level: 1,
    windowBits: 14,
    memLevel: 6,
    chunkSize: 4_096,
    finishFlush: constants.Z_FULL_FLUSH,
  });

/** The largest stored block in bytes (RFC 1951, section 3.2.4). */
const mostStored = 65_535;

/** Writes bytes uncompressed, for items that no other answer holds. It follows a full flush, so it begins at a byte. */
function stored(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += mostStored) {
    const block = bytes.subarray(at, at + mostStored);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(mostStored - block.length, 3);
    blocks.push(head, block);
  }
  return blocks;
}

function plainPart(text: string): Part {
  const bytes = Buffer.from(text);
  return { bytes, ...summed(bytes), compressed: stored(bytes), wasSent: false };
}
const [close, empty] = [plainPart("]"), plainPart("[]")];

/** RFC 1952: deflate, no flags, no time, fastest, of an unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
/** An empty last block (RFC 1951). */
const lastBlock = Buffer.from([3, 0]);

export type SharedJson = { length: number; plain(): Buffer; gzip(): Buffer };

/** `textOf` is an item's JSON. */
export function sharedJson({ all, lacks }: SharedList, textOf: TextOf): SharedJson {
  const parts = partsOf(all, lacks, textOf);
  const length = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return {
    length,
    plain: () => Buffer.concat(parts.map(({ bytes }) => bytes)),
    gzip() {
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(parts.reduce(summedAfter, 0));
      trailer.writeUInt32LE(length % 2 ** 32, 4);
      return Buffer.concat([gzipHeader, ...compressedParts(parts), lastBlock, trailer]);
    },
  };
}

function compressedParts(parts: Part[]): Buffer[] {
  const isNew = (part: Part) => part.compressed === null && !part.wasSent;
  const mayBePlain = parts.filter(isNew).length <= parts.length * plainShare;
  return parts.flatMap((part) => {
    const sendsPlain = mayBePlain && isNew(part);
    part.wasSent = true;
    if (sendsPlain) return stored(part.bytes);
    part.compressed ??= [deflated(part.bytes)];
    return part.compressed;
  });
}

function partsOf(all: object[], lacks: number | null, textOf: TextOf): Part[] {
  if (all.length === (lacks === null ? 0 : 1)) return [empty];
  const whole = runsOfLists.get(all) ?? runsOf(all, textOf);
  runsOfLists.set(all, whole);
  const parts: Part[] = [];
  let begin = 0;
  for (const run of whole) {
    const at = lacks === null ? -1 : lacks - begin;
    if (at < 0 || at >= run.items.length) parts.push(run);
    else if (run.items.length > 1) parts.push(plainPart(written(run.texts.toSpliced(at, 1), run.opens)));
    begin += run.items.length;
  }
  return [...parts, close];
}

function runsOf(items: object[], textOf: TextOf): Run[] {
  const found: Run[] = [];
  for (let at = 0; at < items.length; ) {
    const run = knownAt(items, at) ?? makeRun(items, at, textOf);
    found.push(run);
    at += run.items.length;
  }
  return found;
}

function knownAt(items: object[], begin: number): Run | undefined {
  const alike = runs.get(items[begin] as object) ?? [];
  const place = alike.findIndex(
    (run) =>
      run.opens === (begin === 0) &&
      (!run.ends || begin + run.items.length === items.length) &&
      run.items.every((one, index) => one === items[begin + index]),
  );
  const [run] = place < 0 ? [] : alike.splice(place, 1);
  if (run) alike.unshift(run);
  return run;
}

function makeRun(all: object[], begin: number, textOf: TextOf): Run {
  const end = endOf(all, begin, textOf);
  const items = all.slice(begin, end);
  const opens = begin === 0;
  const itemTexts = items.map((item) => textOnce(item, textOf));
  const bytes = Buffer.from(written(itemTexts, opens));
  const ends = end === all.length;
  const run = {
    items,
    texts: itemTexts,
    opens,
    ends,
    bytes,
    ...summed(bytes),
    compressed: null,
    wasSent: false,
  };
  const first = all[begin] as object;
  runs.set(first, [run, ...(runs.get(first) ?? []).slice(0, mostAlike - 1)]);
  return run;
}

/**
 * The end of a run: it has two items at least, so that the first run lacking one still begins the list. After a change
 * a run ends at the next item that ends one in another list, if that is near, so that the runs behind it stay the same.
 */
function endOf(items: object[], begin: number, textOf: TextOf): number {
  let end = items.length;
  let length = 0;
  for (let at = begin; at < items.length && length < longestRun; at += 1) {
    const item = items[at] as object;
    length += textOnce(item, textOf).length;
    if (at === begin) continue;
    if (length >= runLength / 2 && lasts.has(item)) return at + 1;
    if (length >= runLength) end = Math.min(end, at + 1);
  }
  lasts.add(items[end - 1] as object);
  return end;
}

const written = (itemTexts: string[], opens: boolean): string => `${opens ? "[" : ","}${itemTexts.join(",")}`;

function textOnce(item: object, textOf: TextOf): string {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const text = textOf(item);
  texts.set(item, text);
  return text;
}
