import { gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { sendJson } from "./json.ts";

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

test("a long answer is compressed for clients that accept it", async () => {
  const long = await get("long");
  expect(long.headers).toMatchObject({ "content-encoding": "gzip", vary: "Origin, accept-encoding" });
  expect(long.rawPayload.length).toBeLessThan(2_000);
  expect(JSON.parse(gunzipSync(long.rawPayload).toString())).toBe("ж".repeat(40_000));
  for (const plain of [await get("long", "identity"), await get("text")])
    expect(plain.headers["content-encoding"]).toBeUndefined();
});
