import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chime } from "../../../simulator/src/samples/wav.ts";
import { blackPng } from "../../../test/world/black-png.ts";
import type { Context } from "../floor/context.ts";
import { createDecoder, unreadFields } from "./decoder/decoder.ts";
import { discardUpload, saveUpload, type Upload } from "./receive.ts";
import { createFileStore, type FileStore } from "./storage/store.ts";

let context: Pick<Context, "config" | "files" | "decoder" | "diskRoom">;
let dataDir: string;
const warn = () => undefined;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "parley-files-"));
  const config = { dataDir, s3: null } as Context["config"];
  const decoder = createDecoder({ warn });
  context = { config, files: await createFileStore(config), decoder, diskRoom: { refused: false } };
});
afterAll(async () => {
  await context.decoder.stop();
  await rm(dataDir, { recursive: true });
});

const companyId = "11111111-1111-4111-8111-111111111111";
const save = (content: Buffer | Readable, upload: Partial<Upload> = {}, files: FileStore = context.files) =>
  saveUpload({ ...context, files }, Buffer.isBuffer(content) ? Readable.from([content]) : content, {
    companyId,
    name: "something",
    declaredType: null,
    maxBytes: 1_000_000,
    ...upload,
  });
const media = (name: string) => readFile(new URL(`../../../simulator/media/${name}`, import.meta.url));
/** All files on the disk, the spool included. */
const onDisk = async () =>
  (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#0a7" } });

test("a file over the limit is refused while it streams, and nothing stays", async () => {
  let taken = 0;
  const endless = new Readable({
    read() {
      taken += 1000;
      this.push(Buffer.alloc(1000));
    },
  });
  const before = await onDisk();
  await expect(save(endless, { maxBytes: 50_000 })).rejects.toMatchObject({ status: 413, code: "too_large" });
  expect(taken).toBeLessThan(300_000);
  expect(await onDisk()).toBe(before);
  await expect(save(Buffer.alloc(50_000), { maxBytes: 50_000 })).resolves.toMatchObject({ size: 50_000 });
});

test("a stream that breaks off leaves nothing", async () => {
  const before = await onDisk();
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from("half of ");
      throw new Error("aborted");
    })(),
  );
  await expect(save(broken)).rejects.toThrow("aborted");
  expect(await onDisk()).toBe(before);
});

test("an empty file is refused and leaves nothing", async () => {
  const before = await onDisk();
  await expect(save(Buffer.alloc(0))).rejects.toMatchObject({ status: 400 });
  expect(await onDisk()).toBe(before);
});

test("a full disk is reported, remembered for /readyz, and leaves nothing, at every step", async () => {
  const before = await onDisk();
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const photo = await picture(50, 50).png().toBuffer();
  for (const failing of [1, 2]) {
    let puts = 0;
    context.diskRoom.refused = false;
    const files: FileStore = {
      ...context.files,
      async put(key, content) {
        puts += 1;
        if (puts === failing) throw new Error("cannot write", { cause: full });
        await context.files.put(key, content);
      },
    };
    await expect(save(photo, {}, files)).rejects.toMatchObject({ status: 503, code: "not_ready" });
    expect(context.diskRoom.refused).toBe(true);
  }
  expect(await onDisk()).toBe(before);
});

test("keys are random and below the company; the name never reaches the disk", async () => {
  const stored = await save(Buffer.from("hello"), { name: "../../etc/passwd" });
  expect(stored.storageKey).toMatch(new RegExp(`^${companyId}/[0-9a-f-]{36}$`));
  expect(stored.name).toBe("passwd");
  expect((await buffer(await context.files.read(stored.storageKey))).toString()).toBe("hello");
  await discardUpload(context, stored);
  await expect(buffer(await context.files.read(stored.storageKey))).rejects.toThrow();
});

test.each([
  ["<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "image/svg+xml", "a.svg"],
  ["<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml", "a.png"],
  ["<!doctype html><script>alert(1)</script>", "text/html", "a.html"],
  ["not a picture", "image/png", "a.png"],
  [" ", "audio/ogg", "a.ogg"],
])(
  "a file that begins with %j is a document, whatever type is declared",
  async (content, declaredType, name) => {
    const stored = await save(Buffer.from(content), { declaredType, name });
    expect(stored).toMatchObject({ kind: "document", width: null, waveform: null, thumbnailKey: null });
    expect(stored.mediaType).not.toMatch(/html|svg|image/);
  },
);

test("a picture is recognised by its content and gets its size and a preview", async () => {
  const stored = await save(await picture(900, 600).jpeg().toBuffer(), {
    name: "x.pdf",
    declaredType: "application/pdf",
  });
  expect(stored).toMatchObject({
    kind: "image",
    mediaType: "image/jpeg",
    width: 900,
    height: 600,
    name: "x.jpg",
  });
  const preview = sharp(await buffer(await context.files.read(stored.thumbnailKey ?? "")));
  expect(await preview.metadata()).toMatchObject({ format: "webp", width: 480, height: 320 });
});

test.each(["jpeg", "png", "webp"] as const)(
  "a phone's %s held upright is stored as it is shown, without its location and time",
  async (format) => {
    // The picture is red on the left; rotated by its metadata it is red at the top.
    const half = await picture(150, 200).negate().png().toBuffer();
    const turned = await picture(300, 200)
      .composite([{ input: half, left: 0, top: 0 }])
      .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 22/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .toFormat(format)
      .toBuffer();
    expect((await sharp(turned).metadata()).orientation).toBe(6);
    const stored = await save(turned, { name: "IMG_0042.HEIC" });
    const kept = await buffer(await context.files.read(stored.storageKey));
    const about = await sharp(kept).metadata();
    expect(about).toMatchObject({ width: 200, height: 300, format });
    expect([about.orientation ?? 1, about.exif]).toEqual([1, undefined]);
    expect(stored).toMatchObject({ width: 200, height: 300, size: kept.length });
    expect(stored.name).toMatch(/^IMG_0042\.(jpg|png|webp)$/);
    const { data } = await sharp(kept).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(150);
    expect(data[data.length - 3]).toBeLessThan(50);
  },
);

test("a picture that no decoder read still loses its metadata", async () => {
  const secret = "somewhere in particular";
  const photo = await picture(90, 60)
    .withExif({ IFD0: { ImageDescription: secret } })
    .jpeg()
    .toBuffer();
  const decoder = { ...context.decoder, inspect: async () => unread };
  const stored = await saveUpload({ ...context, decoder }, Readable.from([photo]), {
    companyId,
    name: "photo.jpg",
    declaredType: null,
    maxBytes: 1_000_000,
  });
  const kept = await buffer(await context.files.read(stored.storageKey));
  expect(kept.includes(secret)).toBe(false);
  expect(stored.size).toBe(kept.length);
  expect(kept.length).toBeLessThan(photo.length);
});
const unread = { ...unreadFields, mediaType: "image/jpeg", kind: "image" } as const;

test("a picture of 20 000 × 20 000 is stored as a document without being decoded", async () => {
  const bomb = blackPng(20_000);
  expect(bomb.length).toBeLessThan(100_000);
  const started = process.memoryUsage().rss;
  const stored = await save(bomb, { name: "bomb.png" });
  expect(stored).toMatchObject({ kind: "document", mediaType: "image/png", thumbnailKey: null, width: null });
  expect(process.memoryUsage().rss - started).toBeLessThan(300_000_000);
});

test("a broken picture is a document", async () => {
  const whole = await picture(100, 100).png().toBuffer();
  expect(await save(whole.subarray(0, 40))).toMatchObject({ kind: "document", thumbnailKey: null });
});

test("a voice note has a length and a waveform", async () => {
  const stored = await save(await media("note.ogg"), { name: "note.ogg" });
  expect(stored).toMatchObject({ kind: "audio", mediaType: "audio/ogg" });
  expect(stored.durationMs).toBeGreaterThan(500);
  expect(stored.waveform?.length).toBe(64);
  expect(Math.max(...(stored.waveform ?? []))).toBe(100);
  expect(Math.min(...(stored.waveform ?? []))).toBeGreaterThanOrEqual(0);
});

test("a WAV file has a length and a waveform: four notes, each fading", async () => {
  const { waveform, ...stored } = await save(chime());
  expect(stored).toMatchObject({ kind: "audio", mediaType: "audio/wav", durationMs: 2000 });
  for (const note of [0, 16, 32, 48]) {
    expect(waveform?.[note]).toBeGreaterThan((waveform?.[note + 15] ?? 100) + 20);
  }
});

test("an MP3 has a length and a waveform, and is silent here", async () => {
  // MPEG-1 layer III, 128 kbit/s, 44.1 kHz: frames of 417 bytes and 26 ms with nothing in them.
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9064);
  const stored = await save(Buffer.concat(Array.from({ length: 60 }, () => frame)));
  expect(stored).toMatchObject({ kind: "audio", mediaType: "audio/mpeg" });
  expect(stored.durationMs).toBeGreaterThan(1400);
  expect(new Set(stored.waveform)).toEqual(new Set([0]));
});

test("a truncated recording is stored without a waveform", async () => {
  const noise = Buffer.concat([(await media("note.ogg")).subarray(0, 60), Buffer.alloc(5000, 7)]);
  expect(await save(noise)).toMatchObject({ kind: "audio", waveform: null });
});

test("a film has its length and size", async () => {
  const stored = await save(await media("waves.mp4"));
  expect(stored).toMatchObject({
    kind: "video",
    mediaType: "video/mp4",
    waveform: null,
    width: 480,
    height: 270,
  });
  expect(stored.durationMs).toBeGreaterThan(50);
});

const ftyp = (brand: string) => Buffer.from(`\0\0\0\x14ftyp${brand}\0\0\0\0${brand}`, "latin1");
const bytes = (text: string) => Buffer.from(text, "latin1");

/** Files that providers send under wrong names and types. */
test.each([
  ["AMR speech", bytes("#!AMR\n<\x91\x17"), "audio", "audio/amr", "voice.amr"],
  ["an AAC stream", Buffer.from("fff15080043ffcda00", "hex"), "audio", "audio/aac", "voice.aac"],
  ["M4A", ftyp("M4A "), "audio", "audio/x-m4a", "voice.m4a"],
  ["QuickTime", ftyp("qt  "), "video", "video/quicktime", "voice.mov"],
  ["3GPP", ftyp("3gp5"), "video", "video/3gpp", "voice.3gp"],
  ["HEIC, which no decoder here reads", ftyp("heic"), "document", "image/heic", "voice.heic"],
  ["PDF", bytes("%PDF-1.7\n%%EOF"), "document", "application/pdf", "voice.pdf"],
  [
    "an animated sticker",
    Buffer.from("1f8b0800000000000003", "hex"),
    "document",
    "application/gzip",
    "voice.ogg",
  ],
  [
    "an old office file",
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    "document",
    "application/x-cfb",
    "voice.ogg",
  ],
  ["a program", bytes("MZ\x90\0"), "document", "application/x-msdownload", "voice.ogg"],
])(
  "%s is recognised by its content, and gets a fitting name",
  async (_what, content, kind, mediaType, name) => {
    const stored = await save(content, { name: "voice.ogg", declaredType: "audio/ogg" });
    expect(stored).toMatchObject({ kind, mediaType, name });
  },
);

test("an animated PNG stays animated and is a picture", async () => {
  const png = await picture(20, 20).png().toBuffer();
  // An acTL chunk (W3C PNG §11.3.6.1) of one frame, right behind the header.
  const animated = Buffer.concat([
    png.subarray(0, 33),
    Buffer.from("000000086163544c0000000100000000b92d6a2a", "hex"),
    png.subarray(33),
  ]);
  const stored = await save(animated, { name: "a.png" });
  expect(stored).toMatchObject({ kind: "image", mediaType: "image/apng", name: "a.png" });
  expect(await buffer(await context.files.read(stored.storageKey))).toEqual(animated);
});
