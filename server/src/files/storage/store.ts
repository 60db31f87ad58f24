/** The file store: a folder, or an S3-compatible bucket when one is configured. Only Parley makes its keys. */
import { createReadStream, existsSync, statSync } from "node:fs";
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import type { Config, S3Config } from "../../floor/config/config.ts";
import { clearIncoming } from "./incoming.ts";
import { privateFolder, writePrivateFile } from "./private.ts";

/** Bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };

declare module "../../floor/context.ts" {
  interface Context {
    files: FileStore;
  }
}

export type FileStore = {
  /**
   * Writes the whole file or, when this throws, nothing. A bucket must know the length beforehand: a stream is a
   * file's.
   */
  put(key: string, content: Readable | Buffer): Promise<void>;
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removing a missing file succeeds. */
  remove(key: string): Promise<void>;
  has(key: string): Promise<boolean>;
  /** Files whose key begins with this prefix, which ends with a slash, in any order; their sizes in bytes. */
  list(prefix: string): AsyncIterable<{ key: string; size: number }>;
};

export async function createFileStore(config: Pick<Config, "dataDir" | "s3">): Promise<FileStore> {
  await clearIncoming(config);
  return config.s3 ? bucket(config.s3) : folder(join(config.dataDir, "files"));
}

async function folder(location: string): Promise<FileStore> {
  await privateFolder(location);
  const disk = new Disk(new FSDriver({ location, visibility: "private" }));
  return {
    put: (key, content) => writePrivateFile(join(location, key), content),
    remove: (key) => disk.delete(key),
    has: (key) => disk.exists(key),
    list: (prefix) => listFolder(location, prefix),
    read: async (key, range) => (range ? createReadStream(join(location, key), range) : disk.getStream(key)),
  };
}

async function* listFolder(location: string, prefix: string): AsyncGenerator<{ key: string; size: number }> {
  if (!existsSync(join(location, prefix))) return;
  for await (const entry of await opendir(join(location, prefix))) {
    const key = `${prefix}${entry.name}`;
    if (entry.isDirectory()) yield* listFolder(location, `${key}/`);
    // A file removed in between was never in use.
    const found = entry.isFile() ? statSync(join(location, key), { throwIfNoEntry: false }) : undefined;
    if (found) yield { key, size: found.size };
  }
}

/** The SDK takes 200 ms to load, so it is loaded only when used. */
async function bucket(s3: S3Config): Promise<FileStore> {
  const { S3Client, GetObjectCommand } = await import("@aws-sdk/client-s3");
  const { S3Driver } = await import("flydrive/drivers/s3");
  const client = new S3Client({
    region: s3.region,
    // S3-compatible servers on one host have no host names for buckets.
    ...(s3.endpoint && { endpoint: s3.endpoint, forcePathStyle: true }),
    // Amazon's own checksums use a body format that some other servers do not read.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...(s3.credentials && { credentials: s3.credentials }),
  });
  const disk = new Disk(
    new S3Driver({ client, bucket: s3.bucket, visibility: "private", supportsACL: false }),
  );
  return {
    put: (key, content) => putWhole(disk, key, content),
    remove: (key) => disk.delete(key),
    has: (key) => disk.exists(key),
    async *list(Prefix) {
      const { paginateListObjectsV2 } = await import("@aws-sdk/client-s3");
      for await (const { Contents } of paginateListObjectsV2({ client }, { Bucket: s3.bucket, Prefix })) {
        for (const { Key, Size } of Contents ?? []) if (Key) yield { key: Key, size: Size ?? 0 };
      }
    },
    async read(key, range) {
      if (!range) return disk.getStream(key);
      const Range = `bytes=${range.start}-${range.end}`;
      const { Body } = await client.send(new GetObjectCommand({ Bucket: s3.bucket, Key: key, Range }));
      if (!(Body instanceof Readable)) throw new Error(`The bucket has no ${key}`);
      return Body;
    },
  };
}

async function putWhole(disk: Disk, key: string, content: Readable | Buffer): Promise<void> {
  try {
    await (Buffer.isBuffer(content) ? disk.put(key, content) : disk.putStream(key, content));
  } catch (error) {
    await disk.delete(key);
    throw error;
  }
}
