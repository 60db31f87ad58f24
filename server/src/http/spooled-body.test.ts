import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { readSpooled } from "./spooled-body.ts";

const limits = { most: 1000, inMemory: 100 };

test("a body is the same in memory and through a file, at each border", async () => {
  for (const length of [0, 1, 99, 100, 101, 999, 1000]) {
    const body = Buffer.from(Array.from({ length }, (_, at) => at % 251));
    const pieces = Array.from({ length: Math.ceil(length / 37) }, (_, at) =>
      body.subarray(at * 37, at * 37 + 37),
    );
    expect(await readSpooled(Readable.from(pieces), limits)).toEqual(body);
  }
});

test("a longer body than allowed is refused", async () => {
  await expect(readSpooled(Readable.from([Buffer.alloc(600), Buffer.alloc(401)]), limits)).rejects.toThrow(
    /too large/,
  );
});

test("a ninth file is not begun, and one that was cut off frees its slot", async () => {
  const bodies = Array.from({ length: 8 }, () => new PassThrough());
  const read = bodies.map((body) => readSpooled(body, limits).catch((error: Error) => error.message));
  for (const body of bodies) body.write(Buffer.alloc(200));
  const next = () => readSpooled(Readable.from([Buffer.alloc(200)]), limits);
  await expect.poll(() => bodies.every(({ readableLength }) => readableLength === 0)).toBe(true);
  expect(await next().catch(({ status }) => status)).toBe(429);
  expect(await readSpooled(Readable.from([Buffer.alloc(100)]), limits)).toHaveLength(100);
  bodies[0]?.destroy(new Error("cut off"));
  expect(await read[0]).toBe("cut off");
  expect(await next()).toHaveLength(200);
  for (const body of bodies.slice(1)) body.end();
  expect(await Promise.all(read.slice(1))).toHaveLength(7);
});
