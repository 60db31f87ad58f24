import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stripMetadata } from "./strip.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-metadata-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** The file without its metadata; null when it was left unchanged. */
async function strip(content: Buffer): Promise<Buffer | null> {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, content);
  return (await stripMetadata(path, `${path}-bare`)) ? readFile(`${path}-bare`) : null;
}

const secret = "52 deg 22 min of somewhere";
const noise = (): Sharp =>
  sharp({
    create: {
      width: 90,
      height: 60,
      channels: 3,
      background: "#0a7",
      noise: { type: "gaussian", sigma: 60, mean: 90 },
    },
  });
const withSecret = (picture: Sharp) =>
  picture
    .withExif({
      IFD0: { ImageDescription: secret },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 22/1 0/1" },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><r>${secret}</r></x:xmpmeta>`)
    .withIccProfile("p3");
/** True where the EXIF points to a place: tag 0x8825, in either order of bytes. The pixels may hold any bytes. */
const hasPlace = async (content: Buffer): Promise<boolean> => {
  const { exif } = await sharp(content).metadata();
  return ["8825", "2588"].some((tag) => exif?.includes(Buffer.from(tag, "hex")));
};
const raw = (content: Buffer) => sharp(content, { animated: true }).raw().toBuffer();

test.each([
  ["jpeg", {}],
  ["jpeg", { progressive: true }],
  ["png", {}],
  ["webp", {}],
  ["avif", {}],
] as const)("a %s %j loses its metadata, and neither pixels nor colours", async (format, options) => {
  const content = await withSecret(noise()).toFormat(format, options).toBuffer();
  expect(content.includes(secret)).toBe(true);
  expect(await hasPlace(content)).toBe(true);
  const bare = await strip(content);
  expect(bare?.includes(secret)).toBe(false);
  expect(bare && (await hasPlace(bare))).toBe(false);
  const about = await sharp(bare ?? content).metadata();
  expect(about).toMatchObject({ width: 90, height: 60 });
  expect(about.icc?.length).toBeGreaterThan(0);
  expect(await raw(bare ?? content)).toEqual(await raw(content));
  expect(bare && (await strip(bare))).toSatisfy((again) => again === null || format === "avif");
});

test.each(["jpeg", "png", "webp", "gif"] as const)(
  "a %s without metadata is left unchanged",
  async (format) => {
    expect(await strip(await noise().toFormat(format).toBuffer())).toBeNull();
  },
);

test.each(["gif", "webp"] as const)(
  "an animated %s keeps its frames and its number of repeats",
  async (format) => {
    const frames = await Promise.all([1, 2, 3].map(() => noise().png().toBuffer()));
    const animation = sharp(frames, { join: { animated: true } });
    const plain = await animation
      .clone()
      [format]({ loop: 2, delay: [100, 200, 300] })
      .toBuffer();
    const content =
      format === "gif"
        ? withComment(plain)
        : await withSecret(animation)
            [format]({ loop: 2, delay: [100, 200, 300] })
            .toBuffer();
    const bare = await strip(content);
    expect(bare?.includes(secret)).toBe(false);
    expect(await sharp(bare ?? content, { animated: true }).metadata()).toMatchObject({
      pages: 3,
      loop: 2,
      delay: [100, 200, 300],
    });
    expect(await raw(bare ?? content)).toEqual(await raw(content));
  },
);

/** A comment and an application's block before the trailer (GIF89a §24 and §26). */
const withComment = (gif: Buffer) =>
  Buffer.concat([
    gif.subarray(0, -1),
    Buffer.from([0x21, 0xfe, secret.length]),
    Buffer.from(`${secret}\0`),
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from("XMP DataXMP"),
    Buffer.from([secret.length]),
    Buffer.from(`${secret}\0;`),
  ]);

test("a JPEG keeps its orientation, since nothing has rotated its pixels here", async () => {
  const content = await withSecret(noise()).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const bare = await strip(content);
  expect(bare && (await hasPlace(bare))).toBe(false);
  expect((await sharp(bare ?? content).metadata()).orientation).toBe(6);
});

test("data that a camera appends to a JPEG (a second picture, a film) is removed with its own metadata", async () => {
  const picture = await noise().jpeg().toBuffer();
  const appended = await withSecret(noise()).jpeg().toBuffer();
  expect(await strip(Buffer.concat([picture, appended]))).toEqual(picture);
});

test("a film's notes become free space of the same length", async () => {
  const box = (type: string, ...content: Buffer[]) => {
    const body = Buffer.concat(content);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length + 8);
    head.write(type, 4, "latin1");
    return Buffer.concat([head, body]);
  };
  const notes = box("udta", box("\xa9xyz", Buffer.from(secret)));
  const film = (inMovie: Buffer, inTrack: Buffer) =>
    Buffer.concat([
      box("ftyp", Buffer.from("isom0000")),
      box("moov", box("mvhd", Buffer.alloc(8)), box("trak", box("tkhd"), inTrack), inMovie),
      box("mdat", Buffer.from("the film itself")),
    ]);
  const bare = await strip(film(notes, notes));
  const space = box("free", Buffer.alloc(notes.length - 8));
  expect(bare).toEqual(film(space, space));
});

test("an unreadable file stays unchanged", async () => {
  const picture = await withSecret(noise()).jpeg().toBuffer();
  for (const content of [
    Buffer.from("not a picture at all"),
    Buffer.from("\xff\xd8\xff", "latin1"),
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    Buffer.from("GIF89a"),
    Buffer.from("\0\0\0\x10ftypheic\0\0\0\x01", "latin1"),
    Buffer.alloc(0),
  ]) {
    expect(await strip(content)).toSatisfy((bare: Buffer | null) => bare === null || bare.equals(content));
  }
  // A file cut off anywhere is read to its end and no further.
  for (let length = 20; length < picture.length; length += 97) {
    const bare = await strip(picture.subarray(0, length));
    expect(bare?.length ?? 0).toBeLessThanOrEqual(length);
  }
});
