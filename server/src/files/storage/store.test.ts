import { createReadStream, utimesSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bucket, startBucket } from "../../../../test/world/bucket.ts";
import { createFileStore, type FileStore } from "./store.ts";

let dataDir: string;
let bucket: Bucket;
const stores: Record<string, FileStore> = {};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "parley-store-"));
  bucket = await startBucket();
  stores.folder = await createFileStore({ dataDir, s3: null });
  stores.bucket = await createFileStore({
    dataDir,
    s3: {
      endpoint: bucket.endpoint,
      bucket: "parley",
      region: "us-east-1",
      credentials: { accessKeyId: "id", secretAccessKey: "secret" },
    },
  });
});
afterAll(async () => {
  bucket.close();
  await rm(dataDir, { recursive: true });
});

describe.each(["folder", "bucket"])("a %s", (kind) => {
  const store = () => stores[kind] as FileStore;
  const list = async (prefix: string) => {
    const found = [];
    for await (const one of store().list(prefix)) found.push(one);
    return found;
  };
  const read = async (key: string) => (await buffer(await store().read(key))).toString();

  test("a missing file cannot be read, and its removal succeeds", async () => {
    await expect(read("company/nothing")).rejects.toThrow();
    await store().remove("company/nothing");
  });

  test("a store keeps a file, gives it in whole and in part, and removes it", async () => {
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

  test("a store lists all files below a prefix, and knows whether one exists", async () => {
    const sizes = [1, 2, 3, 4, 5, 6, 7, 8];
    for (const size of sizes) await store().put(`listed/${size}`, Buffer.alloc(size));
    await store().put("listed-too/1", Buffer.alloc(1));
    const found = await list("listed/");
    expect(found.toSorted((one, other) => one.size - other.size)).toEqual(
      sizes.map((size) => ({ key: `listed/${size}`, size })),
    );
    expect(await list("nobody/")).toEqual([]);
    expect(await store().has("listed/1")).toBe(true);
    expect(await store().has("listed/9")).toBe(false);
  });
});

test("a file that breaks off while it is written into a folder does not exist", async () => {
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

test("unfinished files of a killed process are removed at the next start, current ones stay", async () => {
  const incoming = join(dataDir, "incoming");
  await mkdir(incoming, { recursive: true });
  for (const name of ["old", "new"]) await writeFile(join(incoming, name), "half");
  const longAgo = Date.now() / 1000 - 7200;
  utimesSync(join(incoming, "old"), longAgo, longAgo);
  await createFileStore({ dataDir, s3: null });
  expect(await readdir(incoming)).toEqual(["new"]);
});

describe.skipIf(process.platform === "win32")("other accounts", () => {
  const modeOf = async (...path: string[]) => ((await stat(join(dataDir, ...path))).mode & 0o777).toString(8);

  test("other accounts of the machine read nothing of what is written", async () => {
    const folder = await createFileStore({ dataDir, s3: null });
    await folder.put("private/bytes", Buffer.from("abc"));
    await folder.put("private/pictures/stream", Readable.from([Buffer.from("abc")]));
    expect(await modeOf("files", "private")).toBe("700");
    expect(await modeOf("files", "private", "bytes")).toBe("600");
    expect(await modeOf("files", "private", "pictures")).toBe("700");
    expect(await modeOf("files", "private", "pictures", "stream")).toBe("600");
  });

  test("other accounts are shut out at the next start of folders that were open", async () => {
    for (const name of ["files", "incoming"]) await chmod(join(dataDir, name), 0o755);
    await createFileStore({ dataDir, s3: null });
    expect(await modeOf("files")).toBe("700");
    expect(await modeOf("incoming")).toBe("700");
  });
});
