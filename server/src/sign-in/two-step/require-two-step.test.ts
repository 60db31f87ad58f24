import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needsSession } from "../../../../test/world/abilities.ts";
import { connectSocket, startLive } from "../../../../test/world/live.ts";
import { setUpTwoStep } from "../../../../test/world/two-step.ts";
import { createWorld, password, type World } from "../../../../test/world.ts";
import { routesOf } from "../../http/guard.ts";
import { isForPrograms } from "../../http/problem.ts";

let world: World;
let live: Awaited<ReturnType<typeof startLive>>;
beforeAll(async () => {
  world = await createWorld();
  live = await startLive(world);
});
afterAll(async () => {
  await live.close();
  await world.close();
});

const require = (who: "mira" | "tomas" | "ingrid", required: unknown) =>
  world.as(who).post("/admin/require-two-step", { required });
const origin = () => world.context.config.consoleOrigin;
const connect = async (who: "mira" | "ingrid" | "freya") =>
  connectSocket(live.url, { cookie: await world.as(who).cookie(), origin: origin() });

test("the second step may be required only by an administrator who has one", async () => {
  expect((await require("mira", true)).statusCode).toBe(403);
  expect((await require("tomas", true)).statusCode).toBe(403);
  expect((await require("ingrid", "yes")).statusCode).toBe(400);
  const answer = await require("ingrid", true);
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    {
      message: "Please set up your own second step first.",
      code: "two_step_required",
      reason: { code: "own_two_step_first", facts: {} },
    },
  ]);
  expect((await world.as("mira").get("/tickets")).statusCode).toBe(200);
});

describe("an administrator who has a second step requires it", () => {
  beforeAll(async () => {
    await setUpTwoStep(world, "ingrid");
  });

  test("agents without a second step are disconnected once it is required, those with one reconnect, others stay", async () => {
    const [mira, ingrid, freya] = await Promise.all([connect("mira"), connect("ingrid"), connect("freya")]);
    const answer = await require("ingrid", true);
    expect(answer.json()).toMatchObject({ required: true, recoveryCodesLeft: 10 });
    await Promise.all([mira.cut, ingrid.cut]);
    expect(freya.socket.connected).toBe(true);
    await expect(connect("mira")).rejects.toThrow("two_step_required");
    expect((await connect("ingrid")).socket.connected).toBe(true);
    expect((await world.as("freya").get("/tickets")).statusCode).toBe(200);
  });

  test("no call is open to agents without a second step but those that lead to it", async () => {
    const open = new Set([
      "GET /auth/get-user-pref",
      "GET /auth/two-step",
      "POST /auth/start-two-step",
      "POST /auth/confirm-two-step",
    ]);
    const refusal = {
      message: "Your company asks for a second step of signing in. Please set it up first.",
      code: "two_step_required",
      reason: { code: "two_step_required", facts: {} },
    };
    for (const { method, url, ability } of routesOf(world.app)) {
      if (!needsSession(ability) || method === "HEAD" || isForPrograms({ url })) continue;
      const path = url.replace(/:\w+/g, "00000000-0000-4000-8000-000000000000");
      const browser = world.as("mira");
      const call = { GET: browser.get, DELETE: browser.delete, POST: browser.post, PUT: browser.put }[
        method as "GET"
      ];
      const answer = await call(path, {});
      if (open.has(`${method} ${url}`)) expect([url, answer.json().code]).not.toEqual([url, refusal.code]);
      else expect([url, answer.statusCode, answer.json()]).toEqual([url, 403, refusal]);
    }
  });

  test("a refusal for the missing second step says where to go; signing in leads no further either", async () => {
    const session = (await world.as("mira").get("/auth/validate")).json();
    expect(session).toMatchObject({ status: "valid", setUpTwoStep: true });
    const { email } = world.agents.jonas;
    const answer = await world.stranger.post("/auth/login", { email, password });
    const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
    const profile = await world.stranger.get("/auth/profile", { headers: { cookie } });
    expect(profile.json().code).toBe("two_step_required");
    expect((await world.as("ingrid").get("/auth/validate")).json()).not.toHaveProperty("setUpTwoStep");
  });

  test("everything is open again with a second step", async () => {
    const app = await setUpTwoStep(world, "mira");
    expect(app.recoveryCodes).toHaveLength(10);
    expect((await world.as("mira").get("/auth/validate")).json()).not.toHaveProperty("setUpTwoStep");
    expect((await world.as("mira").get("/auth/profile")).statusCode).toBe(200);
    expect((await connect("mira")).socket.connected).toBe(true);
  });

  test("a socket that stayed is cut when its agent has no second step any more", async () => {
    const mira = await connect("mira");
    const { json } = await world.as("mira").post("/auth/remove-two-step", { password });
    expect(json()).toEqual({ since: null, recoveryCodesLeft: 0, required: true });
    world.clock.advance(15_000);
    await mira.cut;
    expect((await world.as("mira").get("/auth/profile")).statusCode).toBe(403);
  });

  test("the requirement is audited, and once withdrawn it blocks no agent", async () => {
    expect((await require("ingrid", false)).json().required).toBe(false);
    expect((await world.as("mira").get("/auth/profile")).statusCode).toBe(200);
    const entries = (await world.as("ingrid").get("/admin/audit-log?topic=company")).json();
    expect(entries.slice(0, 2)).toMatchObject([
      { verb: "company_update", changes: { two_step_required: { from: true, to: false } } },
      { verb: "company_update", changes: { two_step_required: { from: false, to: true } } },
    ]);
    // The requirement changes and records nothing when it is repeated.
    await require("ingrid", false);
    expect((await world.as("ingrid").get("/admin/audit-log?topic=company")).json()).toHaveLength(
      entries.length,
    );
  });
});
