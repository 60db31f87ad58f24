import { gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { beforeEach, expect, test } from "vitest";
import { createSharedBodies, sendShared } from "./shared-answer.ts";

const long = [{ name: "Åsa ".repeat(20_000) }];
const short = [{ name: "Mira" }];
let written = 0;
let answer: object = long;
const bodyOf = createSharedBodies();
const app = Fastify();
app.get("/", (_request, reply) =>
  sendShared(
    reply,
    bodyOf(answer, (value) => {
      written += 1;
      return value;
    }),
  ),
);
const get = (headers: Record<string, string> = {}) => app.inject({ url: "/", headers });
const gzip = { "accept-encoding": "gzip" };

beforeEach(() => {
  written = 0;
  answer = [...long];
});

test("calls that share an answer get one body, which is written once", async () => {
  const all = await Promise.all([get(gzip), get(gzip), get()]);
  expect(written).toBe(1);
  expect(all.map(({ headers }) => headers["content-encoding"])).toEqual(["gzip", "gzip", undefined]);
  for (const { rawPayload, headers } of all) {
    const text = headers["content-encoding"] ? gunzipSync(rawPayload) : rawPayload;
    expect(JSON.parse(String(text))).toEqual(long);
  }
  expect(new Set(all.map(({ headers }) => headers.etag)).size).toBe(1);
});

test("a client that has the answer already gets a 304 without a body, and another answer whole", async () => {
  const etag = String((await get(gzip)).headers.etag);
  answer = [...long];
  for (const known of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
    const again = await get({ ...gzip, "if-none-match": known });
    expect([known, again.statusCode, again.body]).toEqual([known, 304, ""]);
    expect(again.headers).toMatchObject({ etag });
    expect(again.headers["content-encoding"]).toBeUndefined();
  }
  answer = short;
  const changed = await get({ ...gzip, "if-none-match": etag });
  expect([changed.statusCode, changed.json()]).toEqual([200, short]);
  expect(changed.headers.etag).not.toBe(etag);
});

test("each of two answers of one moment has a body of its own", async () => {
  const [one, other] = [[{ of: "bookings" }], [{ of: "refunds" }]];
  const bodies = [one, other, one].map((each) => bodyOf(each, (value) => value));
  expect(bodies.map(({ text }) => text)).toEqual([one, other, one].map((each) => JSON.stringify(each)));
  expect(bodies[2]).toBe(bodies[0]);
  expect(bodies[1]?.etag).not.toBe(bodies[0]?.etag);
});
