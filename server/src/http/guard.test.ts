import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createWorld, type World } from "../../../test/world.ts";
import { inCompanyAs } from "../floor/database/scope.ts";
import { routesOf } from "./guard.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (const ability of ["public", "webhook", "readTickets", "manageAgents"] as const) {
    world.app.get(`/try/${ability}`, { config: { ability } }, async () => ({ ok: true }));
    world.app.post(
      `/try/${ability}`,
      { config: { ability }, schema: { body: z.looseObject({}).nullish() } },
      async (request) => ({
        took: request.body ?? null,
      }),
    );
  }
  world.app.get("/try/who", { config: { ability: "account" } }, async (request) => ({
    actor: await request.work(async ({ actor }) => ({ ...actor, abilities: [...actor.abilities] })),
    company: await request.work(async (scope) => scope.companyId),
  }));
});
afterAll(() => world.close());

test("a route that does not name the ability it needs does not start", () => {
  const handler = async () => ({});
  const missing = /GET \/open must name what it needs/;
  expect(() => world.app.get("/open", handler)).toThrow(missing);
  expect(() => world.app.get("/open", { config: {} }, handler)).toThrow(missing);
  const wrong = { ability: "everything" as "account" };
  expect(() => world.app.get("/open", { config: wrong }, handler)).toThrow(missing);
});

describe("access to a route", () => {
  const who = ["nobody", "mira", "tomas", "ingrid"] as const;
  test.each([
    ["public", [200, 200, 200, 200]],
    ["webhook", [200, 200, 200, 200]],
    ["readTickets", [401, 200, 200, 200]],
    ["manageAgents", [401, 403, 403, 200]],
  ] as const)("a route of the ability %s answers each role as it may", async (ability, expected) => {
    const statuses = who.map(async (name) => {
      const browser = name === "nobody" ? world.stranger : world.as(name);
      return (await browser.get(`/try/${ability}`)).statusCode;
    });
    expect(await Promise.all(statuses)).toEqual(expected);
  });

  test("a handler gets the caller, and works in their company", async () => {
    const { actor } = world.agents.omar;
    expect((await world.as("omar").get("/try/who")).json()).toEqual({
      actor: { ...actor, abilities: [...actor.abilities] },
      company: actor.companyId,
    });
  });

  test("a request's claims about its caller count for nothing", async () => {
    const answer = await world
      .as("mira")
      .post("/try/manageAgents", { role: "admin", isAdmin: true, actor: { role: "admin" } });
    expect(answer.statusCode).toBe(403);
  });
});

describe("a call from another site", () => {
  const own = "http://localhost:3003";
  const post = (headers: Record<string, string>) =>
    world.app.inject({
      method: "POST",
      url: "/try/public",
      headers: { host: "localhost:3003", ...headers },
      payload: {},
    });

  test.each([
    [{ origin: "https://evil.example" }],
    [{ origin: "null" }],
    [{ origin: "http://localhost:3004" }],
    [{ origin: "https://localhost:3003" }],
    [{ origin: `${own}.evil.example` }],
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
    [{ "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    [{ "sec-fetch-site": "" }],
  ])("a call from another site is refused: %j", async (headers) => {
    const answer = await post(headers as Record<string, string>);
    expect(answer.json()).toEqual({
      message: "This call came from another site.",
      code: "forbidden",
      reason: { code: "other_site", facts: {} },
    });
    expect(answer.statusCode).toBe(403);
  });

  test.each([
    [{ origin: own }],
    [{ origin: own, host: "inner:8080" }],
    [{ origin: "http://127.0.0.1:3003", host: "127.0.0.1:3003" }],
    [{ "sec-fetch-site": "same-origin" }],
    [{ "sec-fetch-site": "none" }],
    [{}],
  ])("a call from our own pages, or without a browser, is accepted: %j", async (headers) => {
    expect((await post(headers as Record<string, string>)).statusCode).toBe(200);
  });

  test("a call from another site is normal for a webhook", async () => {
    const headers = { origin: "https://provider.example" };
    expect((await world.stranger.post("/try/webhook", {}, { headers })).statusCode).toBe(200);
  });

  test("the console's own origin is allowed by CORS where it is another", async () => {
    const split = await createWorld({ env: { CONSOLE_ORIGIN: "http://console.example" } });
    const preflight = (origin: string) =>
      split.app.inject({
        method: "OPTIONS",
        url: "/auth/login",
        headers: { origin, "access-control-request-method": "POST" },
      });
    const allowed = (await preflight("http://console.example")).headers;
    expect(allowed["access-control-allow-origin"]).toBe("http://console.example");
    expect(allowed["access-control-allow-credentials"]).toBe("true");
    // Programs call from no page.
    const ofPages = routesOf(split.app).filter(({ url }) => !url.startsWith("/api/v1"));
    const methods = new Set(ofPages.map(({ method }) => method));
    const said = String(allowed["access-control-allow-methods"]).split(", ");
    expect([...methods].filter((method) => method !== "HEAD" && method !== "OPTIONS").sort()).toEqual(
      said.sort(),
    );
    expect((await preflight("http://evil.example")).headers["access-control-allow-origin"]).toBeUndefined();
    const headers = { origin: "http://console.example", "sec-fetch-site": "same-site" };
    expect((await split.as("mira").post("/auth/change-lang", { lang: "bg" }, { headers })).statusCode).toBe(
      200,
    );
    await split.close();
  });

  test("no origin is allowed by CORS without another console origin", async () => {
    const answer = await world.stranger.get("/auth/validate", { headers: { origin: own } });
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("the type of a body", () => {
  const post = (type: string | undefined, payload = '{"a":1}') =>
    world.app.inject({
      method: "POST",
      url: "/try/public",
      headers: { ...(type && { "content-type": type }) } as Record<string, string>,
      payload,
    });

  test.each([
    "text/plain",
    "application/json\ta",
    "application/json a",
    "application/json;charset=latin1",
    "application/jsonp",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain; application/json",
    undefined,
  ])("a body of the type %s is refused", async (type) => {
    const answer = await post(type);
    expect(answer.statusCode).toBe(415);
    expect(answer.json().code).toBe("wrong_type");
  });

  test.each(["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"])(
    "a body of the type %s is accepted",
    async (type) => {
      expect((await post(type)).json()).toEqual({ took: { a: 1 } });
    },
  );

  test("no type is needed without a body", async () => {
    const answer = await world.app.inject({ method: "POST", url: "/try/public" });
    expect(answer.json()).toEqual({ took: null });
  });

  test.each([
    ["broken", '{"a":', 400, "invalid"],
    ["empty", "", 400, "invalid"],
    ["NUL in a value", '{"a":["\\u0000"]}', 400, "invalid"],
    ["NUL in a key", '{"a":{"x\\u0000":1}}', 400, "invalid"],
    ["a megabyte", `{"a":"${"x".repeat(2 ** 20)}"}`, 413, "too_large"],
    ["as deep as it fits", "[".repeat(2 ** 15) + "]".repeat(2 ** 15 - 1), 400, "invalid"],
  ])("the JSON %s is refused", async (_name, payload, status, code) => {
    const answer = await world.app.inject({
      method: "POST",
      url: "/try/public",
      headers: { "content-type": "application/json", "content-length": String(Buffer.byteLength(payload)) },
      payload,
    });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  test("half a surrogate pair is replaced, a whole one kept", async () => {
    const payload = '{"a":["\\ud83d","\\ud83d\\ude00",{"b":"\\uDC00x"}],"c":1}';
    const took = { a: ["\ufffd", "\u{1f600}", { b: "\ufffdx" }], c: 1 };
    expect((await post("application/json", payload)).json()).toEqual({ took });
  });

  test("a backslash before u0000 is text, and __proto__ is dropped", async () => {
    const payload = '{"a":"\\\\u0000","__proto__":{"role":"admin"},"constructor":{"prototype":{"x":1}}}';
    expect((await post("application/json", payload)).json()).toEqual({ took: { a: "\\u0000" } });
  });
});

test("a unit of work needs no session's company but the caller's own", async () => {
  const departments = await inCompanyAs(world.context, world.agents.omar.actor, ({ db }) =>
    db.selectFrom("department").select("name").orderBy("name").execute(),
  );
  expect(departments).toEqual([{ name: "Claims" }, { name: "General" }]);
});
