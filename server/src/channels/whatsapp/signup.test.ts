/** The embedded sign-up: settings, the code, the number, and the page's policy. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishSignup, type Signup } from "../../../../simulator/src/whatsapp/signup.ts";
import { INSTALLATION_APP } from "../../../../simulator/src/whatsapp/state.ts";
import { openNumbers } from "../../../../test/world/numbers.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let numbers: ReturnType<typeof openNumbers>;
beforeAll(async () => {
  world = await createWorld();
  numbers = openNumbers(world);
});
afterAll(() => world.close());

const finish = (name = "Harbour Travel") => finishSignup(numbers.network, { name, reach: numbers.reach });
const exchange = (agent: AgentName, token: string) => world.as(agent).post("/setup-whatsapp", { token });
const setUp = (agent: AgentName, business_data: object) =>
  world.as(agent).post("/setup-whatsapp-webhook", { business_data });
const channels = () =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("channel").select("external_id").where("platform", "=", "whatsapp").execute(),
  );

test("only an administrator signs a number up", async () => {
  const { code, business } = finish();
  expect((await world.stranger.get("/whatsapp-signup-settings")).statusCode).toBe(401);
  expect((await world.stranger.post("/setup-whatsapp", { token: code })).statusCode).toBe(401);
  expect((await world.stranger.post("/setup-whatsapp-webhook", { business_data: business })).statusCode).toBe(
    401,
  );
  for (const agent of ["mira", "tomas"] as const) {
    expect((await world.as(agent).get("/whatsapp-signup-settings")).statusCode).toBe(403);
    expect((await exchange(agent, code)).statusCode).toBe(403);
    expect((await setUp(agent, business)).statusCode).toBe(403);
  }
});

test("the settings are answered, or the names of missing ones", async () => {
  const given = await world.as("ingrid").get("/whatsapp-signup-settings");
  expect(given.json()).toMatchObject({ missing: [], app_id: INSTALLATION_APP.id, version: "v26.0" });
  const bare = await createWorld({
    env: { WHATSAPP_APP_ID: "", WHATSAPP_APP_SECRET: "", WHATSAPP_CONFIG_ID: "" },
  });
  try {
    const missing = ["WHATSAPP_APP_ID", "WHATSAPP_APP_SECRET", "WHATSAPP_CONFIG_ID"];
    expect((await bare.as("ingrid").get("/whatsapp-signup-settings")).json()).toMatchObject({ missing });
    const answer = await bare.as("ingrid").post("/setup-whatsapp", { token: "code" });
    expect(answer.json().reason).toEqual({
      code: "signup_not_set_up",
      facts: { settings: missing.join(", ") },
    });
  } finally {
    await bare.close();
  }
});

test("code and number connect: the number is registered, subscribed, and called at our address", async () => {
  const { code, business } = finish();
  const exchanged = await exchange("ingrid", code);
  expect([exchanged.statusCode, exchanged.json()]).toEqual([200, { status: "ok" }]);
  const answer = await setUp("ingrid", business);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ platform: "whatsapp", name: "Harbour Travel", state: "working" });
  const number = numbers.control.number(business.phone_number_id);
  expect(number).toMatchObject({ registered: true, pin: expect.stringMatching(/^\d{6}$/) });
  expect([...number.overrides.values()]).toEqual([`${world.context.config.publicUrl}/webhooks/whatsapp`]);
  const phone = numbers.control.phone(number.id, numbers.control.createPerson({ name: "Olena" }));
  phone.write("Hello");
  await numbers.control.drained(number.id);
  const stored = await world.desk("harbour", ({ db }) =>
    db.selectFrom("message").select("content").where("channel_id", "=", answer.json().channelid).execute(),
  );
  expect(stored).toEqual([{ content: "Hello" }]);
  // A number signed up again keeps its PIN, which the provider would not change.
  await exchange("ingrid", numbers.codeFor(number.wabaId));
  const repeated = await setUp("ingrid", business);
  expect(repeated.json()).toMatchObject({ channelid: answer.json().channelid });
});

test("a code is exchanged once, and the token is spent with the number", async () => {
  const { code, business } = finish("Once");
  await exchange("ingrid", code);
  expect((await exchange("ingrid", code)).json()).toMatchObject({
    code: "provider_refused",
    reason: { code: "provider", facts: { says: "This authorization code has been used." } },
  });
  expect((await setUp("ingrid", business)).statusCode).toBe(200);
  expect((await setUp("ingrid", business)).json()).toMatchObject({ reason: { code: "signup_over" } });
});

test("an invented code and an old one are refused with the provider's words", async () => {
  const old = finish("Late");
  const kept = numbers.office.codes.get(old.code);
  if (kept) kept.until = 0;
  expect((await exchange("ingrid", old.code)).json().reason.facts.says).toContain("expired");
  expect((await exchange("ingrid", "no code")).statusCode).toBe(400);
  expect((await exchange("ingrid", "  ")).statusCode).toBe(400);
});

test("claimed ids are refused: another business's number, an account without a number, a colleague's sign-up", async () => {
  const before = await channels();
  const mine = finish("Mine");
  const foreign: Signup = finish("Foreign");
  await exchange("ingrid", mine.code);
  expect(
    (await setUp("ingrid", { ...mine.business, phone_number_id: foreign.business.phone_number_id })).json(),
  ).toMatchObject({ code: "provider_refused", reason: { code: "number_not_in_account" } });
  expect((await setUp("ingrid", foreign.business)).json()).toMatchObject({ code: "provider_refused" });
  expect((await setUp("ingrid", { waba_id: mine.business.waba_id })).json()).toMatchObject({
    reason: { code: "signup_without_number" },
  });
  expect((await setUp("freya", mine.business)).json()).toMatchObject({ reason: { code: "signup_over" } });
  expect(await channels()).toEqual(before);
});

test("the token is deleted after a quarter of an hour", async () => {
  const { code, business } = finish("Slow");
  await exchange("ingrid", code);
  world.clock.advance(15 * 60_000);
  expect((await setUp("ingrid", business)).json()).toMatchObject({ reason: { code: "signup_over" } });
});

test("the page of the sign-up has a policy of its own", async () => {
  const { headers } = await world.stranger.get("/whatsapp-signup");
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain(`script-src 'self' ${world.telegram.url}`);
  expect(policy).toContain("frame-ancestors 'none'");
  const console = String((await world.stranger.get("/")).headers["content-security-policy"]);
  expect(console).not.toContain(world.telegram.url);
});
