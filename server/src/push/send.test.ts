import type { PushSubscriptionJson } from "@parley/contract/push";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AgentName } from "../../../test/world/people.ts";
import { type PushService, startPushService } from "../../../test/world/push-endpoint.ts";
import { createWorld, type World } from "../../../test/world.ts";
import type { TicketRow } from "../messages/append.ts";
import { notify } from "../notifications/notify.ts";

let world: World;
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
  world = await createWorld({ env: { PUSH_ORIGINS: service.origin } });
});
afterAll(async () => {
  await world.close();
  await service.stop();
});
beforeEach(async () => {
  await world.context.pool.query("delete from push_subscription");
  await world.context.pool.query("delete from graphile_worker._private_jobs");
  service.received.length = 0;
  service.answerWith({ status: 201 });
});

async function subscribe(agent: AgentName): Promise<PushSubscriptionJson> {
  const browser = service.browser();
  const answer = await world.as(agent).post("/subscribe", browser);
  expect(answer.statusCode).toBe(200);
  return browser;
}

/** An inbox line of the agent about the ticket, told to whoever is to be told. */
async function tell(agent: AgentName, ticket: TicketRow) {
  await world.desk("harbour", (scope) =>
    notify(scope, world.agents[agent].id, { type: "text", name: "Olena Koval", ticket }),
  );
  await world.drain();
}
const told = () => service.received.map(({ message }) => message);
/** The worker removes a job a moment after it is done; one that is under way waits no more. */
const waiting = async () => {
  const sql = "select * from graphile_worker.jobs where task_identifier = 'push' and locked_at is null";
  return (await world.context.pool.query(sql)).rows;
};
const isKnown = async ({ endpoint }: PushSubscriptionJson) =>
  (await world.context.pool.query("select from push_subscription where endpoint = $1", [endpoint])).rows
    .length > 0;

describe("a push service that", () => {
  test.each([404, 410])("answers %i has lost the browser: it is forgotten", async (status) => {
    const [gone, here] = [await subscribe("mira"), await subscribe("mira")];
    service.answerWith({ status }, gone);
    await tell("mira", await world.ticket({ handler: "mira" }));
    expect([await isKnown(gone), await isKnown(here)]).toEqual([false, true]);
    const session = (await world.as("mira").get("/auth/validate")).json();
    expect(session.isPushSubscribed).toBe(true);
    service.answerWith({ status }, here);
    await tell("mira", await world.ticket({ handler: "mira" }));
    expect((await world.as("mira").get("/auth/validate")).json().isPushSubscribed).toBe(false);
    expect(await waiting()).toEqual([]);
  });

  test("is down is asked again until it is back", async () => {
    const browser = await subscribe("mira");
    await service.stop();
    await tell("mira", await world.ticket({ handler: "mira" }));
    expect(await waiting()).toMatchObject([{ attempts: 0 }]);
    world.clock.advance(4_999);
    await world.drain();
    expect(await waiting()).toHaveLength(1);
    await service.start();
    world.clock.advance(1);
    await world.drain();
    expect(told()).toHaveLength(1);
    expect(await waiting()).toEqual([]);
    expect(await isKnown(browser)).toBe(true);
  });

  test("stays broken is asked six times within an hour, and then no more", async () => {
    const browser = await subscribe("mira");
    service.answerWith({ status: 500 });
    await tell("mira", await world.ticket({ handler: "mira" }));
    for (let round = 0; round < 10; round++) {
      world.clock.advance(360_000);
      await world.drain();
    }
    expect(told()).toHaveLength(6);
    expect(await waiting()).toEqual([]);
    expect(world.logged.join("\n")).toContain("A push message was given up");
    expect(world.logged.join("\n")).not.toContain(browser.endpoint);
  });

  test("answers 429 is left alone for as long as it asks", async () => {
    await subscribe("mira");
    service.answerWith({ status: 429, headers: { "retry-after": "120" } });
    await tell("mira", await world.ticket({ handler: "mira" }));
    service.answerWith({ status: 201 });
    world.clock.advance(119_000);
    await world.drain();
    expect(told()).toHaveLength(1);
    world.clock.advance(1_000);
    await world.drain();
    expect(told()).toHaveLength(2);
  });

  test("finds it too large is told without the words", async () => {
    await subscribe("mira");
    service.answerWith((bytes) => ({ status: bytes > 320 ? 413 : 201 }));
    await tell("mira", await world.ticket({ handler: "mira", messages: ["long ".repeat(80)] }));
    expect(told()).toMatchObject([{ text: expect.stringContaining("long") }, { text: "" }]);
    expect(await waiting()).toEqual([]);
  });

  test.each([302, 400, 403])("answers %i is not asked again, nor followed elsewhere", async (status) => {
    const browser = await subscribe("mira");
    const elsewhere = service.browser();
    service.answerWith({ status, headers: { location: elsewhere.endpoint } }, browser);
    await tell("mira", await world.ticket({ handler: "mira" }));
    expect(told()).toHaveLength(1);
    expect(await waiting()).toEqual([]);
    expect(await isKnown(browser)).toBe(true);
  });

  test("lies in a private network that nobody named is not called, whatever its name is", async () => {
    const browser = await subscribe("mira");
    const inside = browser.endpoint.replace("http://127.0.0.1", "https://localhost");
    const literal = browser.endpoint.replace("http:", "https:");
    for (const endpoint of [inside, literal]) {
      await world.context.pool.query("update push_subscription set endpoint = $1", [endpoint]);
      await tell("mira", await world.ticket({ handler: "mira" }));
      expect(world.logged.at(-1)).toContain("The address leads into a private network");
    }
    expect(told()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });
});
