/** Writes one file that holds everything: the rows as of one moment, the files they name, and optionally the secret. */
import { resolve } from "node:path";
import { Readable } from "node:stream";
import type { ClientBase } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type LastBackup, saveLastBackup } from "../../files/storage/last-backup.ts";
import { createFileStore, type FileStore } from "../../files/storage/store.ts";
import { version } from "../../floor/config/version.ts";
import { appliedMigrations, unfinishedFollowUps } from "../../floor/database/migration-record.ts";
import { openDatabase } from "../../floor/database/open.ts";
import { type Archive, createArchive, explain } from "./archive.ts";
import { withConnection } from "./connection.ts";
import { format, type Header, names } from "./format.ts";
import { createKnownFiles, type KnownFiles } from "./known-files.ts";
import { createNamedFiles, type NamedFiles } from "./named-files.ts";
import { fingerprintOf } from "./secret.ts";
import type { Surroundings } from "./surroundings.ts";
import { columnsOf, countCompanies, quoted, type Table, tablesOf } from "./tables.ts";

export type BackupWish = {
  to: string;
  /** Null unless the secret was generated: the operator knows a configured one. */
  withSecret: boolean | null;
};

/** The size in bytes of a table's member. */
const piece = 4 * 2 ** 20;

/**
 * Works while Parley runs, and uses only a connection. Leaves nothing behind when it fails or is broken off; after kill
 * -9 a hidden `.unfinished` file, which the next backup of that name removes.
 */
export async function backUp(surroundings: Surroundings, wish: BackupWish) {
  const { config, log, signal } = surroundings;
  const withSecret = wish.withSecret ?? !surroundings.secretIsGiven;
  const database = await openDatabase(config, log);
  try {
    const store = await createFileStore(config);
    const archive = await createArchive(wish.to, signal).catch((error) =>
      Promise.reject(explain(error, wish.to)),
    );
    try {
      const answer = await withConnection(database.directUrl, surroundings, (client) =>
        write(client, archive, store, { appSecret: config.appSecret, withSecret }),
      );
      note(surroundings, { madeOn: answer.madeOn, file: resolve(wish.to), bytes: answer.bytes });
      warnAbout(surroundings, answer);
      return { file: resolve(wish.to), version, ...answer };
    } catch (error) {
      await archive.abandon(error as Error);
      signal.throwIfAborted();
      throw explain(error, wish.to);
    }
  } finally {
    await database.close();
  }
}

/** Records the backup. It is already complete on the disk: a data folder that is full or closed does not undo that. */
function note({ config, warn }: Surroundings, backup: LastBackup) {
  try {
    saveLastBackup(config.dataDir, backup);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    warn(
      `The backup is complete, but the doctor will not know of it: ${config.dataDir} cannot be written to (${code}).`,
    );
  }
}

type Written = Awaited<ReturnType<typeof write>>;

async function write(
  client: ClientBase,
  archive: Archive,
  store: FileStore,
  { appSecret, withSecret }: { appSecret: string; withSecret: boolean },
) {
  const companies = await countCompanies(client);
  const known = await createKnownFiles(client);
  const named = await createNamedFiles(client);
  // All later statements see the database as it is at the first statement after this one.
  await client.query("begin isolation level repeatable read read only");
  const header: Header = {
    format,
    madeOn: new Date().toISOString(),
    migrations: await appliedMigrations(client),
    unfinished: [...new Set((await unfinishedFollowUps(client)).map(({ migration }) => migration))],
    tables: await tablesOf(client),
    companies,
    secretFingerprint: fingerprintOf(appSecret),
    secret: withSecret,
  };
  await archive.add(names.header, JSON.stringify(header));
  if (withSecret) await archive.add(names.secret, appSecret);
  const rows: Record<string, number> = {};
  for (const table of header.tables) rows[table.name] = await writeTable(client, archive, table);
  await named.collect();
  const { files, fileBytes } = await writeFiles(client, archive, store, { known, named });
  const missing = await known.missing();
  await client.query("commit");
  const bytes = await archive.finish((sums) => ({ rows, files, fileBytes, ...sums }));
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
  return {
    bytes,
    madeOn: header.madeOn,
    companies,
    rows: count,
    files,
    fileBytes,
    missing,
    secret: withSecret,
  };
}

async function writeTable(client: ClientBase, archive: Archive, table: Table): Promise<number> {
  const copy = client.query(copyTo(`copy public.${quoted(table.name)} (${columnsOf(table)}) to stdout`));
  let pieces = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    const name = `${names.tables}${table.name}/${String(++pieces).padStart(6, "0")}`;
    await archive.add(name, Buffer.concat(waiting));
    waiting = [];
    size = 0;
  };
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    size += chunk.length;
    if (size >= piece) await flush();
  }
  if (size > 0) await flush();
  return copy.rowCount;
}

/**
 * A file never changes and its row comes after it, so the files of the snapshot are among the present ones. Later files
 * have no row in the snapshot, and are left out.
 */
async function writeFiles(
  client: ClientBase,
  archive: Archive,
  store: FileStore,
  { known, named }: { known: KnownFiles; named: NamedFiles },
) {
  let files = 0;
  let fileBytes = 0;
  const companies = await client.query<{ id: string }>("select company_id as id from company order by 1");
  for (const { id } of companies.rows) {
    for await (const listed of inPieces(store.list(`${id}/`), 500)) {
      const kept = await named.among(listed.map(({ key }) => key));
      for (const { key, size } of listed.filter(({ key }) => kept.has(key))) {
        const content = await openFile(store, key, size);
        if (!content) continue;
        await archive.addStream(names.files + key, size, content);
        await known.note(key);
        files += 1;
        fileBytes += size;
      }
    }
  }
  return { files, fileBytes };
}

async function* inPieces<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let piece: Item[] = [];
  for await (const item of items) {
    piece.push(item);
    if (piece.length < size) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

/** Null when the file is missing: its upload was refused meanwhile. */
async function openFile(store: FileStore, key: string, size: number): Promise<AsyncIterable<Buffer> | null> {
  if (size === 0) return Readable.from([]);
  try {
    const chunks = (await store.read(key, { start: 0, end: size - 1 }))[Symbol.asyncIterator]();
    const first = await chunks.next();
    return (async function* () {
      for (let next = first; !next.done; next = await chunks.next()) yield next.value as Buffer;
    })();
  } catch (error) {
    if (await store.has(key)) throw error;
    return null;
  }
}

function warnAbout({ warn }: Surroundings, { secret, missing }: Written) {
  warn(
    secret
      ? "APP_SECRET is in this backup: the file is enough to act as your channels. Keep it private."
      : "APP_SECRET is not in this backup. Keep it elsewhere: without it connected channels and second steps are lost.",
  );
  if (missing > 0)
    warn(`${missing} files that messages name were not in the store, and are not in the backup.`);
}
