import { gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { parseJson, sendJson } from "./json.ts";

const app = Fastify();
app.get("/:what", (request, reply) => {
  const { what } = request.params as { what: string };
  const answers: Record<string, unknown> = { text: "no tickets", nothing: null, long: "ж".repeat(40_000) };
  return sendJson(reply.header("vary", "Origin"), answers[what]);
});
const get = (what: string, encoding = "br, gzip") =>
  app.inject({ url: `/${what}`, headers: { "accept-encoding": encoding } });

test("a bare text and null are JSON", async () => {
  expect((await get("text")).body).toBe('"no tickets"');
  expect((await get("nothing")).body).toBe("null");
  expect((await get("nothing")).headers["content-type"]).toContain("application/json");
});

test("bytes that are no JSON, or that nest too deep, are bad input", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const everyValue = (text: string) => JSON.parse(text, (_key, value) => value);
  expect(parseJson(Buffer.from('{"a":1}'), everyValue)).toEqual({ a: 1 });
  for (const bytes of ["{", deep])
    expect(() => parseJson(Buffer.from(bytes), everyValue)).toThrow(expect.objectContaining({ status: 400 }));
});

test("half a surrogate pair in a webhook's body becomes U+FFFD, as in a text column", () => {
  const body = Buffer.from(String.raw`{"from":"\ud800","name":["A \ud83d\ude00","\uDC00"]}`);
  expect(parseJson(body)).toEqual({ from: "\ufffd", name: ["A 😀", "\ufffd"] });
});

test("a long answer is compressed for clients that accept it", async () => {
  const long = await get("long");
  expect(long.headers).toMatchObject({ "content-encoding": "gzip", vary: "Origin, accept-encoding" });
  expect(long.rawPayload.length).toBeLessThan(2_000);
  expect(JSON.parse(gunzipSync(long.rawPayload).toString())).toBe("ж".repeat(40_000));
  for (const plain of [await get("long", "identity"), await get("text")])
    expect(plain.headers["content-encoding"]).toBeUndefined();
});

test.each([
  ["gzip", "gzip"],
  ["br, GZIP;q=0.5", "gzip"],
  ["gzip;q=1.0", "gzip"],
  ["", undefined],
  ["identity", undefined],
  ["br, x-gzip-like", undefined],
  ["gzip;q=0", undefined],
  ["gzip; q=0.00, br", undefined],
])(
  "a client that accepts %j gets a long answer in %s, and is told that it may vary",
  async (accepted, encoding) => {
    const { headers } = await get("long", accepted);
    expect([headers["content-encoding"], headers.vary]).toEqual([encoding, "Origin, accept-encoding"]);
  },
);
