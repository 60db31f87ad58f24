import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { createWorld, type World } from "../../../test/world.ts";
import { conflict } from "../floor/errors/errors.ts";

let world: World;
let thrown: unknown;
beforeAll(async () => {
  world = await createWorld();
  const open = { config: { ability: "public" } } as const;
  world.app.get("/throws", open, async () => {
    throw thrown;
  });
  world.app.get("/asks/:id", { ...open, schema: { params: z.object({ id: z.uuid() }) } }, async () => ({}));
  world.app.get(
    "/page/:number",
    { ...open, schema: { params: z.object({ number: z.coerce.number() }) } },
    async () => ({}),
  );
  world.app.get(
    "/breaks-its-word",
    { ...open, schema: { response: { 200: z.object({ a: z.string() }) } } },
    async () => ({
      a: 1 as unknown as string,
    }),
  );
  world.app.post(
    "/asks",
    { ...open, schema: { body: z.object({ id: z.uuid(), tags: z.array(z.object({ name: z.string() })) }) } },
    async () => ({}),
  );
});
afterAll(() => world.close());
beforeEach(() => {
  world.logged.length = 0;
});

const failing = (error: unknown) => {
  thrown = error;
  return world.stranger.get("/throws");
};
const failure = (code: string, message = "something") => Object.assign(new Error(message), { code });

test("every fault of the input is reported, in words", async () => {
  const answer = await world.stranger.post("/asks", { id: "x", tags: [{ name: 1 }, {}] });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({
    message: [
      "id: Invalid UUID",
      "tags.0.name: expected string, received number",
      "tags.1.name: expected string, received undefined",
    ],
    code: "invalid",
    reasons: [
      { code: "field_invalid", facts: { field: "id" } },
      { code: "field_invalid", facts: { field: "tags.0.name" } },
      { code: "field_missing", facts: { field: "tags.1.name" } },
    ],
  });
});

test("an impossible id in the path counts as unknown; another bad value is invalid", async () => {
  const answer = await world.stranger.get("/asks/12");
  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    { message: "Not found.", code: "not_found", reason: { code: "not_found", facts: {} } },
  ]);
  expect((await world.stranger.get("/page/x")).statusCode).toBe(400);
});

test.each(["/asks/%00", "/nowhere/%00?a=%00", "/auth/validate?x=%00"])(
  "an address with NUL is invalid: %s",
  async (url) => {
    expect((await world.stranger.get(url)).statusCode).toBe(400);
  },
);

test.each(["/%", "/asks/%zz", "/%c0%ae"])("a malformed address is invalid: %s", async (url) => {
  const answer = await world.stranger.get(url, { headers: { accept: "application/json" } });
  expect([answer.statusCode, answer.json().code]).toEqual([400, "invalid"]);
});

test("a refusal keeps its message", async () => {
  const handler = { userid: world.agents.mira.id, user_name: "Mira Halvorsen" };
  const answer = await failing(conflict("already_accepted", "already_accepted", { handler }));
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toEqual({
    message: "Ticket already accepted",
    code: "already_accepted",
    reason: { code: "already_accepted", facts: {} },
    handler,
  });
  expect(world.logged).toEqual([]);
});

test.each([
  failure("57P01", "terminating connection due to administrator command"),
  failure("57P03"),
  failure("53300"),
  failure("08006"),
  failure("40P01"),
  failure("ECONNRESET"),
  Object.assign(failure("ENOENT"), { syscall: "connect" }),
  new AggregateError([Object.assign(failure("ECONNREFUSED"), { syscall: "connect" })]),
  new Error("timeout exceeded when trying to connect"),
  new Error("Connection terminated unexpectedly"),
  new Error("Cannot use a pool after calling end on the pool"),
])("the database is unavailable: %s", async (error) => {
  const answer = await failing(error);
  expect([answer.statusCode, answer.json().code, answer.headers["retry-after"]]).toEqual([
    503,
    "not_ready",
    "2",
  ]);
});

test.each([
  failure("ENOENT", "no such file"),
  failure("23505"),
  new Error("fetch failed"),
  "a string",
  null,
  7,
])("an error such as %s is unexpected", async (error) => {
  const answer = await failing(error);
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({
    message: "An unexpected error occurred.",
    code: "unexpected",
    reason: { code: "unexpected", facts: {} },
  });
  expect(world.logged.join("")).toContain("Unexpected error");
});

test("the log has request, error and stack, and neither query nor row", async () => {
  thrown = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (email)=(mira@harbour.example)",
  });
  await world.stranger.get("/throws?signature=of-a-link");
  const [line = ""] = world.logged;
  expect(JSON.parse(line)).toMatchObject({
    reqId: expect.any(String),
    req: { method: "GET", path: "/throws" },
    err: { code: "23505", message: "duplicate key", stack: expect.stringContaining("error-handler.test.ts") },
  });
  expect(line).not.toMatch(/mira@|signature|of-a-link/);
});

test("an error with its own status is hidden from the caller", async () => {
  const answer = await failing(Object.assign(new Error("internal: no such bucket"), { statusCode: 404 }));
  expect(answer.json()).toEqual({
    message: "An unexpected error occurred.",
    code: "unexpected",
    reason: { code: "unexpected", facts: {} },
  });
});

test("an answer that breaks its declaration is an error of ours", async () => {
  const answer = await world.stranger.get("/breaks-its-word");
  expect([answer.statusCode, answer.json().code]).toEqual([500, "unexpected"]);
  expect(world.logged.join("")).toContain("expected string, received number");
});

test("a value that the database cannot hold is the caller's fault", async () => {
  expect((await failing(failure("22021"))).statusCode).toBe(400);
});

test("a standby that is read-only until it is promoted is a 503, to be repeated", async () => {
  const client = await world.context.pool.connect();
  const refused: unknown = await client
    .query("begin read only; delete from notification")
    .catch((error: unknown) => error);
  await client.query("rollback");
  client.release();
  const answer = await failing(refused);
  expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, expect.any(String)]);
});
