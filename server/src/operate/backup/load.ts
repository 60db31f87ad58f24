/** Loads the rows and files of a backup. */
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { incomingPath } from "../../files/storage/incoming.ts";
import type { FileStore } from "../../files/storage/store.ts";
import type { Config } from "../../floor/config/config.ts";
import { BackupError, type Complete, isSafeKey, names } from "./format.ts";
import type { KnownFiles } from "./known-files.ts";
import type { Member, Reading } from "./read.ts";
import { columnsOf, quoted } from "./tables.ts";

export type Loading = {
  client: ClientBase;
  store: FileStore;
  known: KnownFiles;
  config: Pick<Config, "dataDir">;
  /** Called for each file that was not in the store before. */
  added(key: string): Promise<void>;
};

/** Returns the secret, if there is one. Throws when the number of rows or files differs from the backup's. */
export async function load(loading: Loading, reading: Reading): Promise<{ secret: string | null }> {
  let secret: string | null = null;
  let files = 0;
  let next = await reading.members.next();
  while (!next.done) {
    const { name, content } = next.value;
    const table = tableIn(name);
    if (table) {
      next = await loadTable(loading.client, reading, table, next.value);
      continue;
    }
    if (name === names.secret) secret = (await bytes(content)).toString();
    else if (name.startsWith(names.files)) {
      await putFile(loading, name.slice(names.files.length), next.value);
      files += 1;
    } else throw new BackupError(`This backup has a part that this Parley does not know: ${name}.`);
    next = await reading.members.next();
  }
  await compare(loading.client, next.value, files);
  return { secret };
}

const tableIn = (name: string) => (name.startsWith(names.tables) ? name.split("/")[1] : undefined);

/** Copies the table's parts and returns the member after them. */
async function loadTable(client: ClientBase, { header, members }: Reading, name: string, first: Member) {
  const table = header.tables.find((one) => one.name === name);
  if (!table) throw new BackupError(`This backup has rows of a table that it does not name: ${name}.`);
  let next: IteratorResult<Member, Complete> = { done: false, value: first };
  const pieces = async function* () {
    while (!next.done && tableIn(next.value.name) === name) {
      yield* next.value.content;
      next = await members.next();
    }
  };
  await copyInto(client, name, columnsOf(table), pieces());
  return next;
}

/** Inserts rows in the text format of COPY, in pieces of any length. */
export async function copyInto(
  client: ClientBase,
  table: string,
  columns: string,
  pieces: Iterable<string> | AsyncIterable<Buffer>,
): Promise<void> {
  const copy = client.query(copyFrom(`copy public.${quoted(table)} (${columns}) from stdin`));
  await pipeline(Readable.from(pieces, { objectMode: false }), copy);
}

/**
 * Files up to this size are sent from memory; a bucket needs the length of a stream, so larger ones go through a local
 * file.
 */
const small = 4 * 2 ** 20;

async function putFile({ store, known, config, added }: Loading, key: string, { size, content }: Member) {
  if (!isSafeKey(key)) throw new BackupError(`This backup has a file whose name may not be: ${key}.`);
  const before = await store.has(key);
  if (!before) await added(key);
  if (size <= small) await store.put(key, await bytes(content));
  else {
    const path = await incomingPath(config);
    try {
      await pipeline(content, createWriteStream(path, { flags: "wx", mode: 0o600 }));
      await store.put(key, createReadStream(path));
    } finally {
      await rm(path, { force: true });
    }
  }
  await known.note(key);
}

async function compare(client: ClientBase, { rows, files }: Complete, put: number) {
  for (const [name, expected] of Object.entries(rows)) {
    const found = await client.query<{ count: number }>(
      `select count(*)::int as count from public.${quoted(name)}`,
    );
    const count = found.rows[0]?.count ?? 0;
    if (count !== expected) throw new BackupError(`${name} has ${count} rows instead of ${expected}.`);
  }
  if (put !== files) throw new BackupError(`There are ${put} files instead of ${files}.`);
}

async function bytes(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
