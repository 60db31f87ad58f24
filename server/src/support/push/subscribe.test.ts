import type { AgentRow } from "@parley/contract/agents";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PushService, startPushService } from "../../../../test/world/push-endpoint.ts";
import { createWorld, password, type World } from "../../../../test/world.ts";
import { pushKeys } from "./keys.ts";

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

const subscribe = (agent: "mira" | "jonas" | "omar", body: object) =>
  world.as(agent).post("/subscribe", body);
const check = async (agent: "mira" | "jonas" | "omar", body: object) =>
  (await world.as(agent).post("/check-subscription", body)).json();
const update = async (agent: "mira" | "jonas", subscription: boolean) =>
  (await world.as(agent).post("/update-subscription", { subscription })).json();
const validate = async (agent: "mira" | "jonas" | "omar") =>
  (await world.as(agent).get("/auth/validate")).json().isPushSubscribed;
const login = async () => {
  const answer = await world.stranger.post("/auth/login", { email: world.agents.mira.email, password });
  return answer.json().isPushSubscribed;
};
const rows = async (endpoint: string) =>
  (await world.context.pool.query("select * from push_subscription where endpoint = $1", [endpoint])).rows;

describe("a subscription is refused with", () => {
  const keys = () => service.browser().keys;
  test.each([
    "not an address",
    "http://push.example/x",
    "https://10.0.0.8/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://[::ffff:10.0.0.8]/x",
    "https://169.254.169.254/latest/meta-data",
    "https://0x7f.1/x",
    "https://user:secret@push.example/x",
    "ftp://push.example/x",
    "http://127.0.0.1:1/x",
  ])("a subscription with the endpoint %s is refused", async (endpoint) => {
    for (const path of ["/subscribe", "/check-subscription"]) {
      const answer = await world.as("mira").post(path, { endpoint, keys: keys() });
      expect([answer.statusCode, answer.json().code]).toEqual([400, "invalid"]);
    }
    expect(await rows(endpoint)).toEqual([]);
  });

  test("a subscription with an endpoint that is too long is refused", async () => {
    const endpoint = `https://push.example/${"x".repeat(2000)}`;
    expect((await subscribe("mira", { endpoint, keys: keys() })).statusCode).toBe(400);
  });

  test.each([
    ["no keys", undefined],
    ["a short key", { p256dh: "BAAA", auth: "AAAAAAAAAAAAAAAAAAAAAA" }],
    ["a point beside the curve", { p256dh: `BA${"A".repeat(85)}`, auth: "AAAAAAAAAAAAAAAAAAAAAA" }],
    ["a short secret", { p256dh: "x", auth: "AAAA" }],
  ])("a subscription with %s is refused", async (_what, wrong) => {
    const answer = await subscribe("mira", { ...service.browser(), keys: wrong });
    expect([answer.statusCode, answer.json().code]).toEqual([400, "invalid"]);
  });
});

test("all processes share one sealed key, and the environment's takes precedence", async () => {
  const { key } = (await world.as("mira").get("/push-key")).json();
  expect(Buffer.from(key, "base64url")).toHaveLength(65);
  const another = { ...world.context, push: { keys: null } };
  expect((await pushKeys(another)).publicKey).toBe(key);
  const { rows } = await world.context.pool.query(
    "select sealed from server_secret where name like 'push_keys:%'",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].sealed.toString("latin1")).not.toContain("privateKey");
  const given = { publicKey: "from", privateKey: "outside" };
  expect(await pushKeys({ ...another, config: { ...another.config, vapidKeys: given } })).toBe(given);
});

test("two processes that start at once make one key", async () => {
  await world.context.pool.query("delete from server_secret");
  const made = await Promise.all(
    [1, 2, 3, 4].map(() => pushKeys({ ...world.context, push: { keys: null } })),
  );
  expect(new Set(made.map((keys) => keys.publicKey)).size).toBe(1);
});

describe("a browser", () => {
  test("a browser is not subscribed before it subscribes, on before it is switched off, and off until it is switched on", async () => {
    const browser = service.browser();
    expect([await check("mira", browser), await validate("mira"), await login()]).toEqual([
      { isPushSubscribed: false },
      false,
      false,
    ]);
    expect((await subscribe("mira", browser)).json()).toEqual({ isPushSubscribed: true });
    expect([await check("mira", browser), await validate("mira"), await login()]).toEqual([
      { isPushSubscribed: true },
      true,
      true,
    ]);
    expect(await update("mira", false)).toEqual({ isPushSubscribed: false });
    expect([await check("mira", browser), await validate("mira"), await login()]).toEqual([
      { isPushSubscribed: false },
      false,
      false,
    ]);
    expect(await update("mira", true)).toEqual({ isPushSubscribed: true });
    expect([await check("mira", browser), await validate("mira")]).toEqual([
      { isPushSubscribed: true },
      true,
    ]);
    await update("mira", false);
  });

  test("a browser that is switched on or off is seen by administrators, once", async () => {
    const published = () =>
      world.published.flatMap(({ event, payload }) =>
        event === "updateAgentRow" ? [(payload as AgentRow).push_subscription] : [],
      );
    await update("mira", false);
    world.published.length = 0;
    await subscribe("mira", service.browser());
    await update("mira", true);
    await update("mira", false);
    expect(published()).toEqual(["subscribed", "not_subscribed"]);
  });

  test("a browser without a subscription stays off when it is switched on", async () => {
    expect(await update("jonas", true)).toEqual({ isPushSubscribed: false });
    expect(await validate("jonas")).toBe(false);
  });

  test("a browser that subscribes twice has one row, with the newer keys", async () => {
    const browser = service.browser();
    const { keys } = service.browser();
    await subscribe("mira", browser);
    await subscribe("mira", { ...browser, keys });
    expect(await rows(browser.endpoint)).toMatchObject([{ ...keys, agent_id: world.agents.mira.id }]);
  });

  test("a browser belongs to the agent who subscribed in it last, of any company", async () => {
    const browser = service.browser();
    await subscribe("jonas", browser);
    expect((await subscribe("omar", browser)).json()).toEqual({ isPushSubscribed: true });
    expect(await rows(browser.endpoint)).toMatchObject([{ agent_id: world.agents.omar.id }]);
    expect([await validate("jonas"), await validate("omar")]).toEqual([false, true]);
  });

  test("a browser in which another agent signed in gets none of its owner's pushes, until they are back", async () => {
    const browser = service.browser();
    await subscribe("mira", browser);
    expect(await check("omar", browser)).toEqual({ isPushSubscribed: false });
    expect(await rows(browser.endpoint)).toMatchObject([
      { agent_id: world.agents.mira.id, session_hash: null },
    ]);
    expect(await check("mira", browser)).toEqual({ isPushSubscribed: true });
    expect((await rows(browser.endpoint))[0].session_hash).not.toBeNull();
  });

  test("a browser is switched off without effect on the agent's others", async () => {
    const [desk, phone] = [service.browser(), service.browser()];
    await subscribe("jonas", desk);
    await subscribe("jonas", phone);
    await world.context.pool.query("update push_subscription set session_hash = null where endpoint = $1", [
      phone.endpoint,
    ]);
    await update("jonas", false);
    expect([await check("jonas", desk), await check("jonas", phone)]).toEqual([
      { isPushSubscribed: false },
      { isPushSubscribed: true },
    ]);
    expect(await validate("jonas")).toBe(true);
  });

  test("a browser is the oldest to go when an agent has more than twenty", async () => {
    const browsers = Array.from({ length: 22 }, () => service.browser());
    for (const browser of browsers) {
      world.clock.advance(1000);
      await subscribe("omar", browser);
    }
    expect(await check("omar", browsers[1] ?? {})).toEqual({ isPushSubscribed: false });
    expect(await check("omar", browsers[2] ?? {})).toEqual({ isPushSubscribed: true });
  });
});
