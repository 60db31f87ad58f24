/** "Send me a test": its steps, who may run it, and what it does to the account's state. */
import type { ChannelRow, ChannelTest } from "@parley/contract/channels";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let person: string;
beforeAll(async () => {
  world = await createWorld();
  const { id } = await world.telegram.control.createPerson({ firstName: "Ingrid" });
  person = String(id);
  await world.telegram.control.phone({ bot: bot(), person: id }).start();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.published.length = 0;
  await world.context.pool.query("delete from rate_count");
});
afterEach(() => world.telegram.control.clearFaults());

const bot = () => Number(world.channels.harbour.externalId);
const path = (id = world.channels.harbour.id) => `/channels/${id}/test`;
const ask = (body: object = {}) => world.as("ingrid").post(path(), body);
const steps = async (body: object = {}) => {
  const answer = await ask(body);
  expect(answer.statusCode, answer.body).toBe(200);
  const { steps } = answer.json() as ChannelTest;
  return steps.map(({ name, ok, reason }) => [name, ok, reason?.code]);
};
const trouble = (method: string, fault: object) =>
  world.telegram.control.addFault({ bot: bot(), method, ...fault } as never);
const row = async () => ((await world.as("ingrid").get("/channels")).json() as ChannelRow[])[0];

test("only an administrator of the company tests its account", async () => {
  world.telegram.control.clearRequests();
  expect((await world.stranger.post(path(), {})).statusCode).toBe(401);
  for (const agent of ["mira", "tomas"] as const)
    expect((await world.as(agent).post(path(), {})).statusCode).toBe(403);
  expect((await world.as("freya").post(path(), { to: person })).statusCode).toBe(404);
  expect(world.telegram.control.requests()).toEqual([]);
});

test("the audit log says who tested which account", async () => {
  const entries = () =>
    world.desk("harbour", ({ db }) =>
      db
        .selectFrom("audit_entry")
        .select(["verb", "subject_id", "subject_name", "actor_id"])
        .where("verb", "=", "channel_test")
        .execute(),
    );
  const before = (await entries()).length;
  await ask();
  const { id } = world.channels.harbour;
  expect((await entries()).slice(before)).toEqual([
    {
      verb: "channel_test",
      subject_id: id,
      subject_name: (await row())?.name,
      actor_id: world.agents.ingrid.id,
    },
  ]);
});

test("the test's address is a text; one that is too long is refused", async () => {
  for (const to of ["", " ", 7, "1".repeat(201)]) expect((await ask({ to })).statusCode).toBe(400);
});

test("a test without an address sends no message", async () => {
  world.telegram.control.clearRequests();
  expect(await steps()).toEqual([
    ["credentials", true, undefined],
    ["receiving", true, undefined],
  ]);
  expect(world.telegram.control.requests({ method: "sendMessage" })).toEqual([]);
});

test("each step is published to the administrator alone as it ends, the message arrives", async () => {
  const answer = (await ask({ to: person })).json() as ChannelTest;
  expect(answer.steps.map(({ name, ok }) => [name, ok])).toEqual([
    ["credentials", true],
    ["receiving", true],
    ["sending", true],
  ]);
  const steps = world.published.filter(({ event }) => event === "channelTestStep");
  expect(steps.map(({ payload }) => payload)).toEqual(
    answer.steps.map((step) => ({ channelid: world.channels.harbour.id, step })),
  );
  expect(steps.every(({ rooms }) => rooms.length === 1 && rooms[0]?.endsWith(world.agents.ingrid.id))).toBe(
    true,
  );
  const phone = world.telegram.control.phone({ bot: bot(), person: Number(person) });
  expect(phone.messages().at(-1)?.text).toBe("This is a test message from Parley.");
  const { rows } = await world.context.pool.query("select 1 from message");
  expect(rows).toEqual([]);
});

test("refused credentials end the test, and the account is broken until another finds it working", async () => {
  trouble("getMe", { kind: "error", code: 401 });
  expect(await steps({ to: person })).toEqual([["credentials", false, "token_refused"]]);
  expect((await row())?.state).toBe("broken");
  expect(await steps()).toHaveLength(2);
  expect((await row())?.state).toBe("working");
});

test("a client the provider does not know, and a missing answer, end the step with the reason", async () => {
  expect((await steps({ to: "424242" })).at(-1)).toEqual(["sending", false, "client_unknown"]);
  expect((await steps({ to: "nowhere" })).at(-1)?.slice(0, 2)).toEqual(["sending", false]);
  trouble("sendMessage", { kind: "acceptThenDrop" });
  expect((await steps({ to: person })).at(-1)).toEqual(["sending", false, "perhaps_arrived"]);
  expect((await row())?.state).toBe("working");
});

test("events that wait at the provider fail the second step, not the third", async () => {
  const result = {
    url: "",
    has_custom_certificate: false,
    pending_update_count: 7,
    last_error_date: Math.floor(Date.now() / 1000),
    last_error_message: "Connection timed out",
  };
  trouble("getWebhookInfo", { kind: "answer", result });
  expect(await steps({ to: person })).toEqual([
    ["credentials", true, undefined],
    ["receiving", false, "updates_wait"],
    ["sending", true, undefined],
  ]);
});

test("a company has thirty tests in ten minutes", async () => {
  await ask();
  await world.context.pool.query("update rate_count set count = 30");
  const refused = await ask();
  expect([refused.statusCode, refused.headers["retry-after"] !== undefined]).toEqual([429, true]);
});
