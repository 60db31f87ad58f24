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
  world.app.post(
    "/try/dripping",
    { config: { ability: "public", bodyPace: { every: 200, bytes: 100 } } },
    async () => ({}),
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
  test("a body that does not end is answered 408, and the connection closed", async () => {
    const slow = call("/try/short");
    slow.socket.write("{");
    const answer = await slow.answer;
    expect(statusOf(answer)).toBe(408);
    expect(answer).toContain('{"message":"The call was not finished in time.","code":"invalid",');
    expect(handled).not.toHaveBeenCalled();
  });

  test("two hundred of three hundred unfinished bodies are held, and the network's other calls get 429 too", async () => {
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

  test("a call that needs no body does not wait for one that does not end", async () => {
    const get = call("/health", {}, "GET");
    expect(statusOf(await get.answer)).toBeGreaterThan(0);
  });
});

test("a body under way does not delay a stop", async () => {
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

test("a body that comes in pieces is received", async () => {
  const slow = call("/try/long", { "content-length": "2" });
  slow.socket.write("{");
  await new Promise((resolve) => setImmediate(resolve));
  slow.socket.write("}");
  expect(statusOf(await slow.answer)).toBe(200);
});

test("a body that drips is answered 408 long before its time is over, and one that flows is received", async () => {
  const [drips, comes] = [call("/try/dripping"), call("/try/dripping")];
  drips.socket.write("{");
  comes.socket.write("{");
  const timer = setInterval(() => {
    drips.socket.write(" ");
    comes.socket.write(" ".repeat(100));
  }, 50);
  expect(statusOf(await drips.answer)).toBe(408);
  clearInterval(timer);
  comes.socket.write("}".padStart(1000));
  expect(statusOf(await comes.answer)).toBeLessThanOrEqual(400);
});

describe("the memory of all unfinished bodies", () => {
  let small: World;
  let at: number;
  beforeAll(async () => {
    // 4 MB are for strangers, of which a network has 1.
    // Callers of a company's addresses have 7.5 MB, of which a network has 2.
    small = await createWorld({ env: { BODIES_UNDER_WAY_MB: "16" } });
    small.app.post(
      "/try/channel",
      {
        config: { ability: "webhook" },
        bodyLimit: 8 * 2 ** 20,
        onRequest: async (request) => {
          request.calledCompany = small.companies.harbour.id;
        },
      },
      async () => ({}),
    );
    at = Number(new URL(await small.app.listen({ host: "127.0.0.1", port: 0 })).port);
  });
  afterAll(() => small.close());

  /** Begins a call with any signature, without its end. */
  function begin(from: string, bytes: number, path = "/webhooks/whatsapp") {
    const headers = {
      "content-type": "application/json",
      "content-length": String(bytes + 1),
      "x-hub-signature-256": "sha256=00",
    };
    const begun = rawCall(at, { path, headers, from });
    open.push(begun);
    let status = 0;
    void begun.answer.then((answer) => {
      status = statusOf(answer);
    });
    begun.socket.write(Buffer.alloc(bytes, 0x20));
    return { status: () => status };
  }

  const held = (all: { status(): number }[]) => all.filter(({ status }) => status() === 0).length;

  test("the memory of all unfinished bodies is bounded for a network, whose other bodies are answered 429", async () => {
    const all = Array.from({ length: 10 }, () => begin("127.0.0.9", 400_000));
    await expect.poll(() => held(all)).toBe(2);
    expect(new Set(all.map(({ status }) => status()))).toEqual(new Set([0, 429]));
  });

  test("the memory of all unfinished bodies is bounded over many networks, while people and providers still get in", async () => {
    const all = Array.from({ length: 30 }, (_, of) => begin(`127.0.1.${of + 1}`, 600_000));
    await expect.poll(() => held(all)).toBeLessThanOrEqual(6);
    const bubble = await small.as("mira").post("/create-bubble", { name: "Hi", content: "Hello" });
    expect(bubble.statusCode).toBe(200);
    const signIn = await small.stranger.post("/auth/login", { email: "no@one.example", password: "wrong" });
    expect(signIn.statusCode).toBe(401);
  });

  test("the memory of bodies is bounded for a network at a channel's address, whose provider gets in from another", async () => {
    const all = Array.from({ length: 30 }, () => begin("127.0.0.7", 400_000, "/try/channel"));
    await expect.poll(() => held(all)).toBe(5);
    const mail = rawCall(at, {
      ...{ path: "/try/channel", from: "127.0.0.6" },
      headers: { "content-type": "application/json", "content-length": String(4 * 2 ** 20) },
    });
    open.push(mail);
    mail.socket.write(`{${" ".repeat(4 * 2 ** 20 - 2)}}`);
    expect(statusOf(await mail.answer)).toBe(200);
    expect(held(all)).toBe(5);
  });

  test("the memory of bodies is bounded for addresses without a route as well", async () => {
    const all = Array.from({ length: 10 }, () => begin("127.0.0.8", 400_000, "/no/such/route"));
    await expect.poll(() => held(all)).toBeLessThanOrEqual(2);
  });
});

describe("a body is limited", () => {
  test.each([
    ["public", bodySizes.public],
    ["webhook", bodySizes.webhook],
    ["account", bodySizes.signedIn],
    ["manageSettings", bodySizes.signedIn],
  ])("a body for %s is limited to so many bytes", async (ability, size) => {
    const post = (length: number) =>
      world.as("ingrid").post(`/try/size/${ability}`, { a: "x".repeat(length - '{"a":""}'.length) });
    expect((await post(size)).statusCode).toBe(200);
    const answer = await post(size + 1);
    expect([answer.statusCode, answer.json().code]).toEqual([413, "too_large"]);
  });

  test("every text and list of every route has a maximum length", async () => {
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
