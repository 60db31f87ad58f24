import { readFile } from "node:fs/promises";
import type { Message } from "@parley/contract/messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { form } from "../../../../test/world/form.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let path: string;
beforeAll(async () => {
  world = await createWorld();
  path = await upload("notes.txt", "0123456789");
});
afterAll(() => world.close());

async function upload(name: string, content: string | Buffer) {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const answer = await world.as("mira").post("/send-file", undefined, form({ ticketid }, { name, content }));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Message>().path ?? "";
}
const fetch = (agent: AgentName, address: string, headers: Record<string, string> = {}) =>
  world.as(agent).get(address, { headers });

test("a link opens nothing for a caller who is signed out", async () => {
  expect((await world.stranger.get(path)).statusCode).toBe(401);
});

test("a link of another company or department opens nothing", async () => {
  for (const agent of ["naledi", "omar", "freya"] as const) {
    const answer = await fetch(agent, path);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({
      message: "Not found.",
      code: "not_found",
      reason: { code: "not_found", facts: {} },
    });
  }
});

test("a changed, missing or expired signature opens nothing", async () => {
  const other = await upload("other.txt", "something else");
  const [, otherId = ""] = /files\/([^/]+)/.exec(other) ?? [];
  const [, ownId = ""] = /files\/([^/]+)/.exec(path) ?? [];
  const changed = [
    path.replace(ownId, otherId),
    path.replace("/original/", "/thumbnail/"),
    path.replace(/expires=\d+/, "expires=99999999999999"),
    path.replace(/signature=(.)/, (_all, first) => `signature=${first === "_" ? "-" : "_"}`),
    path.replace(/signature=.*/, "signature="),
    path.replace(ownId, crypto.randomUUID()),
  ];
  for (const address of changed) expect((await fetch("mira", address)).statusCode, address).toBe(404);
  expect((await fetch("mira", path.replace(/\?.*/, ""))).statusCode).toBe(400);
});

test("a file is sent unchanged, to be saved and not run", async () => {
  const answer = await fetch("mira", path);
  expect(answer.body).toBe("0123456789");
  expect(answer.headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-length": "10",
    "content-disposition": `attachment; filename="notes.txt"; filename*=UTF-8''notes.txt`,
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=43200, immutable",
  });
  expect(answer.headers["content-security-policy"]).toContain("sandbox");
});

test.each(["<svg xmlns='http://www.w3.org/2000/svg'/>", "<!doctype html><script>alert(1)</script>"])(
  "a file with %s is an attachment in a sandbox",
  async (content) => {
    const { headers } = await fetch("mira", await upload("picture.svg", content));
    expect(headers["content-disposition"]).toMatch(/^attachment/);
    expect(headers["content-type"]).toMatch(/^text\/plain|octet-stream/);
    expect(headers["content-security-policy"]).toMatch(/default-src 'none'.*sandbox/);
  },
);

test("a name in any script is given in both forms", async () => {
  const { headers } = await fetch("mira", await upload("отчёт №7 (2).txt", "x"));
  expect(headers["content-disposition"]).toMatch(
    /filename="_{5} _7 \(2\)\.txt"; filename\*=UTF-8''%D0%BE.*%282%29/,
  );
});

test.each([
  ['a "quoted" name.txt', `filename="a _quoted_ name.txt"; filename*=UTF-8''a%20%22quoted%22%20name.txt`],
  ["100%.txt", `filename="100_.txt"; filename*=UTF-8''100%25.txt`],
  ["two\r\nlines.txt", `filename="twolines.txt"; filename*=UTF-8''twolines.txt`],
  ["🎉.txt", `filename="__.txt"; filename*=UTF-8''%F0%9F%8E%89.txt`],
  ["👩‍👧.txt", `filename="_____.txt"; filename*=UTF-8''%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7.txt`],
])("the name %j is sent so that no header breaks and nothing of it is lost", async (name, wanted) => {
  const { headers } = await fetch("mira", await upload(name, "x"));
  expect(headers["content-disposition"]).toBe(`attachment; ${wanted}`);
});

test("a range is sent to a player that seeks", async () => {
  const part = await fetch("mira", path, { range: "bytes=2-4" });
  expect(part.statusCode).toBe(206);
  expect(part.body).toBe("234");
  expect(part.headers).toMatchObject({ "content-range": "bytes 2-4/10", "content-length": "3" });
  const outside = await fetch("mira", path, { range: "bytes=10-" });
  expect(outside.statusCode).toBe(416);
  expect(outside.headers["content-range"]).toBe("bytes */10");
  expect((await fetch("mira", path, { range: "bytes=2-4", "if-range": '"old"' })).body).toBe("0123456789");
});

test("a file that the browser has already is not sent again", async () => {
  const { etag = "" } = (await fetch("mira", path)).headers;
  const again = await fetch("mira", path, { "if-none-match": String(etag) });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe("");
});

test("a voice note is also sent as WAV, in ranges as well; no other file is", async () => {
  const note = await readFile(new URL("../../../../simulator/media/note.ogg", import.meta.url));
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const sent = await world
    .as("mira")
    .post("/send-file", undefined, form({ ticketid }, { name: "note.ogg", content: note }));
  const { path: address = "", duration } = sent.json<Message>();
  const whole = await fetch("mira", `${address}&as=wave`);
  expect(whole.headers).toMatchObject({
    "content-type": "audio/wav",
    "x-content-type-options": "nosniff",
    "content-disposition": expect.stringMatching(/^inline; filename="note\.wav"/),
  });
  const wave = whole.rawPayload;
  expect(wave.toString("latin1", 0, 4) + wave.toString("latin1", 8, 12)).toBe("RIFFWAVE");
  expect([wave.readUInt16LE(22), wave.readUInt32LE(24), wave.readUInt32LE(40)]).toEqual([
    1,
    16_000,
    wave.length - 44,
  ]);
  // 32 bytes a millisecond, within a frame of 20 ms.
  expect(Math.abs((wave.length - 44) / 32 - (duration ?? 0))).toBeLessThan(25);
  const loudest = Math.max(
    ...Array.from({ length: 1000 }, (_, at) => Math.abs(wave.readInt16LE(10_000 + at * 2))),
  );
  expect(loudest).toBeGreaterThan(500);
  const part = await fetch("mira", `${address}&as=wave`, { range: "bytes=0-3" });
  expect([part.statusCode, part.body, part.headers["content-range"]]).toEqual([
    206,
    "RIFF",
    `bytes 0-3/${wave.length}`,
  ]);

  expect((await fetch("mira", `${await upload("a.txt", "words")}&as=wave`)).statusCode).toBe(404);
  expect((await fetch("mira", `${path}&as=mp3`)).statusCode).toBe(400);
  expect((await fetch("freya", `${address}&as=wave`)).statusCode).toBe(404);
  expect((await world.stranger.get(`${address}&as=wave`)).statusCode).toBe(401);
});

test("links of the same half day are equal, and a day later they have expired", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const sent = await world
    .as("mira")
    .post("/send-file", undefined, form({ ticketid }, { name: "a.txt", content: "a" }));
  const address = sent.json<Message>().path ?? "";
  const chat = await world.as("mira").get(`/${ticketid}/1/chat`);
  expect(chat.body).toContain(address);
  world.clock.advance(10 * 3_600_000);
  expect((await fetch("mira", address)).statusCode).toBe(200);
  world.clock.advance(11 * 3_600_000);
  await world.as("mira").get("/tickets");
  world.clock.advance(11 * 3_600_000);
  expect((await fetch("mira", address)).statusCode).toBe(404);
});
