import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { constants, getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { chime } from "../../../../simulator/src/samples/wav.ts";
import { dearAvif, hugeAvif, progressiveJpeg } from "../../../../test/world/hostile-pictures.ts";
import { createDecoder, type Decoder } from "./decoder.ts";

let folder: string;
let photo: string;
let dear: string;
let decoder: Decoder;
const warned: unknown[] = [];
const log = { warn: (facts: unknown) => void warned.push(facts) };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-decoder-"));
  const colour = sharp({ create: { width: 300, height: 200, channels: 3, background: "#0a7" } });
  photo = await fileOf("photo", await colour.jpeg().toBuffer());
  dear = await fileOf("dear", dearAvif());
  decoder = createDecoder(log);
});
afterAll(async () => {
  await decoder.stop();
  await rm(folder, { recursive: true });
});
afterEach(() => {
  warned.length = 0;
});

async function fileOf(name: string, content: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}
const inspect = (path: string, companyId = "harbour", urgent = true, by = decoder) =>
  by.inspect(companyId, path, { urgent });
const runs = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.each([
  ["an AVIF of 1.3 KB", hugeAvif(), "image/avif"],
  ["a progressive JPEG of 1.1 KB", progressiveJpeg(8000, 7990, 10), "image/jpeg"],
  ["a progressive JPEG of 100 scans", progressiveJpeg(8000, 7990, 100), "image/jpeg"],
])("%s with 64 megapixels is a document, from its header alone", async (_what, content, mediaType) => {
  await inspect(photo);
  const [pid = 0] = decoder.pids();
  const found = await inspect(await fileOf("huge", content));
  expect(found).toMatchObject({ mediaType, kind: "document", thumbnail: null, width: null });
  // The same child: nothing ended it.
  expect(decoder.pids()).toContain(pid);
  expect(warned).toEqual([]);
  if (existsSync(`/proc/${pid}/status`)) expect(mostMemory(pid)).toBeLessThan(200);
});

/** The peak memory in megabytes. */
const mostMemory = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

test.each([
  ["jpeg", { progressive: true }, [5000, 5000]],
  ["jpeg", { progressive: false }, [8000, 7990]],
  ["png", { progressive: true }, [4000, 4000]],
] as const)("a %s %j of %j pixels still has a preview", async (format, options, [width, height]) => {
  const picture = sharp({ create: { width, height, channels: 3, background: "#0a7" } });
  const path = await fileOf("large", await picture.toFormat(format, options).toBuffer());
  const { thumbnail, ...found } = await inspect(path);
  expect(found).toMatchObject({ kind: "image", width, height });
  expect(thumbnail?.length).toBeGreaterThan(0);
});

test("an AVIF of 4000 × 4000 still has a preview", async () => {
  expect(await inspect(dear)).toMatchObject({ kind: "image", width: 4000, thumbnail: expect.any(Buffer) });
});

test("a company's 30 expensive pictures hold one child, and another company's picture has the second", async () => {
  const own = createDecoder(log);
  const order: string[] = [];
  const flood = Array.from({ length: 30 }, () =>
    inspect(dear, "flooding", false, own).then(() => order.push("dear")),
  );
  const found = await inspect(photo, "neighbour", true, own);
  order.push("photo");
  expect(found).toMatchObject({ kind: "image", width: 300 });
  expect(order.indexOf("photo")).toBeLessThanOrEqual(3);
  expect(own.isBusy("flooding")).toBe(true);
  expect(own.isBusy("neighbour")).toBe(false);
  expect(own.pids().length).toBeLessThanOrEqual(2);
  await own.stop();
  await Promise.all(flood);
});

test("behind a company's own 30 expensive pictures an agent's upload waits only for the one under way", async () => {
  const own = createDecoder(log);
  const order: string[] = [];
  const flood = Array.from({ length: 30 }, () =>
    inspect(dear, "flooding", false, own).then(() => order.push("dear")),
  );
  await inspect(photo, "flooding", true, own);
  expect(order.length).toBeLessThanOrEqual(1);
  await own.stop();
  await Promise.all(flood);
});

test("a picture that gets no slot is stored as one, without a preview", async () => {
  const own = createDecoder(log);
  await own.stop();
  expect(await inspect(photo, "harbour", true, own)).toMatchObject({
    kind: "image",
    mediaType: "image/jpeg",
    thumbnail: null,
    width: null,
  });
  expect(await own.square("harbour", photo)).toBe("busy");
});

test("a file that runs out of time ends its child and is not tried again", async () => {
  // An hour of silence in frames of 26 ms: MPEG-1 layer III, 128 kbit/s, 44.1 kHz.
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9064);
  const path = await fileOf("hour.mp3", Buffer.concat(Array(150_000).fill(frame)));
  const own = createDecoder(log, { timeLimit: 500 });
  const found = await inspect(path, "harbour", true, own);
  expect(found).toMatchObject({ kind: "audio", mediaType: "audio/mpeg", waveform: null, durationMs: null });
  expect(warned).toEqual([{ companyId: "harbour", reason: "It ended by SIGKILL" }]);
  expect(own.pids()).toEqual([]);
  await own.stop();
});

test("a child that ends in the middle loses no other file", async () => {
  await inspect(photo);
  const [pid = 0] = decoder.pids();
  const killed = inspect(dear);
  await setImmediate();
  process.kill(pid, "SIGKILL");
  expect(await killed).toMatchObject({ kind: "document", thumbnail: null });
  expect(await inspect(photo)).toMatchObject({ kind: "image", width: 300 });
  expect(decoder.pids()).not.toContain(pid);
});

test("a file that takes more memory than a child may have ends the child, and nothing else", async () => {
  const path = await fileOf("endless.wav", chime());
  // The header's lengths do not matter: a recording of 1 GB, of which the disk holds nothing.
  await truncate(path, 2 ** 30);
  const found = await inspect(path);
  expect(found).toMatchObject({ kind: "audio", mediaType: "audio/wav", waveform: null });
  expect(warned).toMatchObject([{ companyId: "harbour" }]);
  expect(await inspect(photo)).toMatchObject({ kind: "image" });
});

test("a child has a lower priority, nothing of the environment, and outlives a signal to the group", async () => {
  vi.stubEnv("APP_SECRET", "a secret of the environment");
  const own = createDecoder(log);
  await inspect(photo, "harbour", true, own);
  const [pid = 0] = own.pids();
  expect(getPriority(pid)).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
  const environment = `/proc/${pid}/environ`;
  if (existsSync(environment)) expect(readFileSync(environment, "utf8")).not.toContain("a secret of");
  process.kill(pid, "SIGTERM");
  expect(await inspect(photo, "harbour", true, own)).toMatchObject({ width: 300 });
  expect(own.pids()).toEqual([pid]);
  await own.stop();
  expect(runs(pid)).toBe(false);
  vi.unstubAllEnvs();
});

test("a child starts with the first file and ends when idle", async () => {
  const own = createDecoder(log, { idleAfter: 20 });
  expect(own.pids()).toEqual([]);
  await inspect(photo, "harbour", true, own);
  const [pid = 0] = own.pids();
  await vi.waitFor(() => expect(own.pids()).toEqual([]));
  await vi.waitFor(() => expect(runs(pid)).toBe(false));
  await own.stop();
});

test("a child ends with its parent, also after kill -9", async () => {
  const parent = spawn(process.execPath, [join(import.meta.dirname, "decoder.fixture.ts"), photo], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed] = (await once(parent.stdout, "data")) as [Buffer];
  const pid = Number(printed.toString());
  expect(runs(pid)).toBe(true);
  parent.kill("SIGKILL");
  await vi.waitFor(() => expect(runs(pid)).toBe(false));
});
