import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { type RawCall, rawCall, statusOf } from "../../../test/world/raw-call.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { bodySizes } from "./body-limits.ts";
import { describeCalls } from "./openapi.ts";

let world: World;
let port: number;
const open: RawCall[] = [];
const handled = vi.fn();
beforeAll(async () => {
  world = await createWorld();
  for (const [path, bodyTime] of [
    ["/try/short", 100],
    ["/try/long", 60_000],
  ] as const)
    world.app.post(
      path,
      { config: { ability: "public", bodyTime }, schema: { body: z.looseObject({}).nullish() } },
      async () => {
        handled(path);
        return {};
      },
    );
  for (const ability of ["public", "webhook", "account", "manageSettings"] as const)
    world.app.post(
      `/try/size/${ability}`,
      { config: { ability }, schema: { body: z.looseObject({}) } },
      async () => ({}),
    );
  port = Number(new URL(await world.app.listen({ host: "127.0.0.1", port: 0 })).port);
});
afterEach(() => {
  handled.mockClear();
  for (const { socket } of open.splice(0)) socket.destroy();
});
afterAll(() => world.close());

function call(path: string, headers: Record<string, string> = {}, method = "POST"): RawCall {
  const json = { "content-type": "application/json", "content-length": "1000" };
  const started = rawCall(port, { method, path, headers: { ...json, ...headers } });
  open.push(started);
  return started;
}

describe("a body that does not end", () => {
  test("is answered 408, and the connection closed", async () => {
    const slow = call("/try/short");
    slow.socket.write("{");
    const answer = await slow.answer;
    expect(statusOf(answer)).toBe(408);
    expect(answer).toContain('{"message":"The call was not finished in time.","code":"invalid",');
    expect(handled).not.toHaveBeenCalled();
  });

  test("of three hundred at once two hundred are held, and the network's other calls get 429 too", async () => {
    const slow = Array.from({ length: 300 }, () => call("/try/long"));
    const refused = new Set<number>();
    let count = 0;
    for (const { answer } of slow)
      void answer.then((text) => {
        if (text) refused.add(statusOf(text));
        if (text) count += 1;
      });
    await vi.waitFor(() => expect(count).toBe(100), 10_000);
    expect([...refused]).toEqual([429]);
    // A body that arrives at once is not unfinished, and another client has another address.
    expect((await world.stranger.post("/try/long", {}, { remoteAddress: "10.9.8.7" })).statusCode).toBe(200);
    for (const { socket } of slow) socket.destroy();
    await vi.waitFor(async () => {
      const next = call("/try/long");
      next.socket.write(`${"{".padEnd(999)}}`);
      expect(statusOf(await next.answer)).toBe(200);
    });
  });

  test("of a call that needs none is not waited for", async () => {
    const get = call("/health", {}, "GET");
    expect(statusOf(await get.answer)).toBeGreaterThan(0);
  });
});

test("a stop does not wait for a body", async () => {
  const stopping = await createWorld();
  const url = new URL(await stopping.app.listen({ host: "127.0.0.1", port: 0 }));
  const headers = { "content-type": "application/json", "content-length": "1000" };
  const begun = Promise.withResolvers<void>();
  stopping.app.server.once("request", () => setImmediate(begun.resolve));
  const slow = rawCall(Number(url.port), { path: "/auth/login", headers });
  open.push(slow);
  slow.socket.write("{");
  await begun.promise;
  await stopping.close();
  expect(statusOf(await slow.answer)).toBe(503);
});

test("a body that comes in pieces is taken", async () => {
  const slow = call("/try/long", { "content-length": "2" });
  slow.socket.write("{");
  await new Promise((resolve) => setImmediate(resolve));
  slow.socket.write("}");
  expect(statusOf(await slow.answer)).toBe(200);
});

describe("what a body may hold", () => {
  test.each([
    ["public", bodySizes.public],
    ["webhook", bodySizes.webhook],
    ["account", bodySizes.signedIn],
    ["manageSettings", bodySizes.signedIn],
  ])("%s: so many bytes", async (ability, size) => {
    const post = (length: number) =>
      world.as("ingrid").post(`/try/size/${ability}`, { a: "x".repeat(length - '{"a":""}'.length) });
    expect((await post(size)).statusCode).toBe(200);
    const answer = await post(size + 1);
    expect([answer.statusCode, answer.json().code]).toEqual([413, "too_large"]);
  });

  test("every text and list of every route has a longest", async () => {
    const { paths } = describeCalls() as unknown as { paths: Record<string, Record<string, Call>> };
    const bodies = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { requestBody }]) => ({
        route: `${method} ${path}`,
        schema: requestBody?.content["application/json"]?.schema,
      })),
    );
    const endless = bodies
      .filter(({ schema }) => schema)
      .flatMap(({ route, schema }) => endlessIn(schema ?? {}).map((at) => `${route}${at}`));
    expect(bodies.length).toBeGreaterThan(60);
    expect(endless).toEqual([]);
  });
});

type Schema = Partial<{
  type: string;
  maxLength: number;
  maxItems: number;
  format: string;
  pattern: string;
  enum: unknown[];
  const: unknown;
  properties: Record<string, Schema>;
  items: Schema;
  anyOf: Schema[];
}>;
type Call = { requestBody?: { content: Record<string, { schema: Schema }> } };

function endlessIn(schema: Schema, at = ""): string[] {
  const { type, properties = {}, items, anyOf = [] } = schema;
  const bounded =
    schema.enum ?? schema.const ?? schema.maxLength ?? schema.maxItems ?? schema.format ?? schema.pattern;
  const own = (type === "string" || type === "array") && bounded === undefined ? [at] : [];
  return [
    ...own,
    ...Object.entries(properties).flatMap(([name, inner]) => endlessIn(inner, `${at}.${name}`)),
    ...(items ? endlessIn(items, `${at}[]`) : []),
    ...anyOf.flatMap((inner) => endlessIn(inner, at)),
  ];
}
