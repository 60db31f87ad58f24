import { once } from "node:events";
import { createReadStream, utimesSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFileStore, type FileStore } from "./store.ts";

let dataDir: string;
let server: Server;
const objects = new Map<string, Buffer>();
const stores: Record<string, FileStore> = {};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "parley-store-"));
  server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  stores.folder = await createFileStore({ dataDir, s3: null });
  stores.bucket = await createFileStore({
    dataDir,
    s3: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: "parley",
      region: "us-east-1",
      credentials: { accessKeyId: "id", secretAccessKey: "secret" },
    },
  });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(dataDir, { recursive: true });
});

/** As much of S3 as is asked of it: objects by path, in whole and in part. */
const answer: Parameters<typeof createServer>[1] & object = async (request, response) => {
  const key = new URL(request.url ?? "", "http://bucket").pathname;
  const object = objects.get(key);
  if (request.method === "PUT") {
    const body = await buffer(request);
    if (!request.headers["content-length"]) return response.writeHead(411).end();
    objects.set(key, body);
    return response.end();
  }
  if (request.method === "DELETE") {
    objects.delete(key);
    return response.writeHead(204).end();
  }
  if (!object) return response.writeHead(404).end();
  const [, start, end] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? "") ?? [];
  if (start === undefined) return response.end(object);
  return response.writeHead(206).end(object.subarray(Number(start), Number(end) + 1));
};

describe.each(["folder", "bucket"])("a %s", (kind) => {
  const store = () => stores[kind] as FileStore;
  const read = async (key: string) => (await buffer(await store().read(key))).toString();

  test("what is not there cannot be read, and is removed already", async () => {
    await expect(read("company/nothing")).rejects.toThrow();
    await store().remove("company/nothing");
  });

  test("keeps, gives in whole and in part, and removes", async () => {
    const path = join(dataDir, "ten");
    await writeFile(path, "0123456789");
    await store().put("company/stream", createReadStream(path));
    await store().put("company/bytes", Buffer.from("abc"));
    expect(await read("company/stream")).toBe("0123456789");
    expect(await read("company/bytes")).toBe("abc");
    expect((await buffer(await store().read("company/stream", { start: 3, end: 5 }))).toString()).toBe("345");
    await store().remove("company/stream");
    await expect(read("company/stream")).rejects.toThrow();
  });
});

test("what breaks off while it is put into a folder is not there", async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from("half of ");
      throw new Error("aborted");
    })(),
  );
  const { folder } = stores as { folder: FileStore };
  await expect(folder.put("company/broken", broken)).rejects.toThrow();
  await expect(folder.read("company/broken").then(buffer)).rejects.toThrow();
});

test("what a killed process left half-way is gone at the next start, and what arrives stays", async () => {
  const incoming = join(dataDir, "incoming");
  await mkdir(incoming, { recursive: true });
  for (const name of ["old", "new"]) await writeFile(join(incoming, name), "half");
  const longAgo = Date.now() / 1000 - 7200;
  utimesSync(join(incoming, "old"), longAgo, longAgo);
  await createFileStore({ dataDir, s3: null });
  expect(await readdir(incoming)).toEqual(["new"]);
});
