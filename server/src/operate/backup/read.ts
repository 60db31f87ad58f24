/** Reads a backup's file from its beginning, and throws when any part differs from what was written. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type Extract, extract } from "tar-stream";
import {
  BackupError,
  type Complete,
  completeShape,
  format,
  type Header,
  headerShape,
  names,
} from "./format.ts";
import { Sums } from "./sums.ts";

export type Member = {
  name: string;
  size: number;
  /** The content; read it before the next member. An unread rest is skipped, but checked. */
  content: AsyncIterable<Buffer>;
};

export type Reading = {
  header: Header;
  /** All members except header, sums and end. Throws BackupError where the file is damaged. */
  members: AsyncGenerator<Member, Complete>;
  close(): Promise<void>;
};

/** Throws BackupError when the file is not a backup, or one that only a newer Parley can read. */
export async function openBackup(path: string, signal: AbortSignal): Promise<Reading> {
  const tar = extract();
  const feeding = pipeline(createReadStream(path), createGunzip(), tar, { signal });
  // The entries end with the same error.
  feeding.catch(() => undefined);
  const entries = tar[Symbol.asyncIterator]();
  const close = async () => {
    tar.destroy();
    await feeding.catch(() => undefined);
  };
  try {
    const first = await entries.next();
    if (first.done || first.value.header.name !== names.header) throw new BackupError("");
    const content = await collect(first.value);
    const sums = new Sums();
    sums.note(names.header, createHash("sha256").update(content).digest("hex"));
    const header = readHeader(content);
    return { header, members: readMembers(entries, sums, feeding), close };
  } catch (error) {
    await close();
    signal.throwIfAborted();
    throw error instanceof BackupError && error.message ? error : notABackup(path, error);
  }
}

function readHeader(content: Buffer): Header {
  const said = JSON.parse(content.toString()) as { format?: unknown };
  if (typeof said.format === "number" && said.format > format) {
    throw new BackupError("This backup was made by a newer Parley. Restore it with that version.");
  }
  return headerShape.parse(said);
}

function notABackup(path: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return new BackupError(`There is no file ${path}.`);
  if (code === "EACCES") return new BackupError(`${path} may not be read by this user.`);
  if (code === "EISDIR") return new BackupError(`${path} is a folder.`);
  return new BackupError(`${path} is not a backup of Parley, or its beginning is damaged.`, { cause: error });
}

type Entries = ReturnType<Extract[typeof Symbol.asyncIterator]>;

async function* readMembers(
  entries: Entries,
  sums: Sums,
  feeding: Promise<void>,
): AsyncGenerator<Member, Complete> {
  try {
    for (let next = await entries.next(); !next.done; next = await entries.next()) {
      const { name, size = 0 } = next.value.header;
      if (name.startsWith(names.sums)) {
        compare(sums.nextDue(), name, (await collect(next.value)).toString());
      } else if (name === names.complete) {
        const complete = end(sums, await collect(next.value));
        // The end of the compressed stream proves that nothing was cut off or added.
        if (!(await entries.next()).done) throw damaged("there is more than there should be");
        await feeding;
        return complete;
      } else {
        const { content, hash } = hashing(next.value);
        yield { name, size, content };
        for await (const _rest of content);
        sums.note(name, hash.digest("hex"));
      }
    }
  } catch (error) {
    throw asDamage(error);
  }
  throw damaged("its end is missing");
}

/**
 * Turns the error that ended the reading into damage. The tar's reader has no codes: an error without one is its own,
 * or of a part that is no longer valid JSON.
 */
function asDamage(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code?.startsWith("Z_"))
    return damaged(code === "Z_BUF_ERROR" ? "its end is missing" : "it cannot be unpacked");
  if (error instanceof BackupError || code !== undefined) return error;
  return damaged("the head of a part in it cannot be read");
}

function hashing(entry: AsyncIterable<unknown>) {
  const hash = createHash("sha256");
  const content = (async function* () {
    try {
      for await (const chunk of entry as AsyncIterable<Buffer>) {
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      throw asDamage(error);
    }
  })();
  return { content, hash };
}

function compare(expected: { name: string; content: string } | null, name: string, content: string) {
  if (expected?.name !== name) throw damaged(`${name} is not where it should be`);
  if (expected.content === content) return;
  const were = expected.content.split("\n");
  const differs = content.split("\n").findIndex((line, index) => line !== were[index]);
  throw damaged(`${were[differs]?.slice(66) || name} is not what was written`);
}

function end(sums: Sums, content: Buffer): Complete {
  const parsed = completeShape.safeParse(JSON.parse(content.toString()));
  if (
    !parsed.success ||
    sums.nextDue() ||
    parsed.data.members !== sums.members ||
    parsed.data.digest !== sums.end()
  ) {
    throw damaged("its parts do not agree with its end");
  }
  return parsed.data;
}

const damaged = (how: string) =>
  new BackupError(`This backup is damaged: ${how}. Nothing of it was restored; take another one.`);

async function collect(content: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
