import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { readSpooled, SpoolSlots } from "./spooled-body.ts";

const limits = { most: 1000, inMemory: 100, acquireSlot: () => () => undefined };

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

/** Bodies that have more in memory than they may, and wait for their end. */
async function begin(slots: SpoolSlots, networks: string[]) {
  const bodies = networks.map(() => new PassThrough());
  const read = bodies.map((body, at) => {
    const acquireSlot = () => slots.acquire(networks[at] ?? "");
    return readSpooled(body, { ...limits, acquireSlot }).catch((error: Error) => error.message);
  });
  for (const body of bodies) body.write(Buffer.alloc(200));
  await expect.poll(() => bodies.every(({ readableLength }) => readableLength === 0)).toBe(true);
  return { bodies, read };
}
const next = (slots: SpoolSlots, network: string, bytes = 200) =>
  readSpooled(Readable.from([Buffer.alloc(bytes)]), {
    ...limits,
    acquireSlot: () => slots.acquire(network),
  }).then(
    ({ length }) => length,
    ({ status }) => status,
  );

test("a ninth file is not begun, and one that was cut off frees its slot", async () => {
  const slots = new SpoolSlots();
  const { bodies, read } = await begin(slots, [..."aabbccdd"]);
  expect(await next(slots, "e")).toBe(429);
  expect(await next(slots, "e", 100)).toBe(100);
  bodies[0]?.destroy(new Error("cut off"));
  expect(await read[0]).toBe("cut off");
  expect(await next(slots, "e")).toBe(200);
  for (const body of bodies.slice(1)) body.end();
  expect(await Promise.all(read.slice(1))).toHaveLength(7);
});

test("a network has two files at once, and another network's body is received beside them", async () => {
  const slots = new SpoolSlots();
  const { bodies, read } = await begin(slots, [..."aa"]);
  expect(await next(slots, "a")).toBe(429);
  expect(await next(slots, "b")).toBe(200);
  for (const body of bodies) body.end();
  await Promise.all(read);
  expect(await next(slots, "a")).toBe(200);
});
