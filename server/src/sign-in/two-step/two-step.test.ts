import { TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type App, setUpTwoStep } from "../../../../test/world/two-step.ts";
import { createWorld, password, type World } from "../../../../test/world.ts";
import { removeTwoStep } from "./two-step.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const wrongCode = {
  message: "Invalid code. Try again.",
  code: "wrong_code",
  reason: { code: "code_invalid", facts: {} },
};
const state = async () => (await world.as("mira").get("/auth/two-step")).json();

describe("setting up", () => {
  test("a code before there is a secret is wrong", async () => {
    const answer = await world.as("mira").post("/auth/confirm-two-step", { code: "000000" });
    expect([answer.statusCode, answer.json()]).toEqual([403, wrongCode]);
    expect(await state()).toEqual({ since: null, recoveryCodesLeft: 0, required: false });
  });

  test("a secret has no effect until one of its codes was given, and the next secret replaces it", async () => {
    const mira = world.as("mira");
    const first = (await mira.post("/auth/start-two-step")).json();
    const second = (await mira.post("/auth/start-two-step")).json();
    expect(first.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(second.secret).not.toBe(first.secret);
    expect(second.uri).toBe(
      `otpauth://totp/Parley%20Harbour%20Travel:mira%40harbour.example?issuer=Parley%20Harbour%20Travel&secret=${second.secret}&algorithm=SHA1&digits=6&period=30`,
    );
    const timestamp = world.clock.now().getTime();
    for (const code of [
      new TOTP({ secret: first.secret }).generate({ timestamp }),
      new TOTP({ secret: second.secret }).generate({ timestamp: timestamp - 120_000 }),
      "",
      "12345",
    ]) {
      expect((await mira.post("/auth/confirm-two-step", { code })).json()).toEqual(wrongCode);
    }
    const signedIn = await world.stranger.post("/auth/login", { email: world.agents.mira.email, password });
    expect(signedIn.json()).toHaveProperty("user");
  });

  test("a code of the app turns it on and returns ten recovery codes; stored values are neither readable nor published", async () => {
    const app = await setUpTwoStep(world, "mira");
    expect(app.recoveryCodes).toHaveLength(10);
    expect(new Set(app.recoveryCodes).size).toBe(10);
    for (const code of app.recoveryCodes)
      expect(code).toMatch(/^[2-9a-hjkmnp-z]{4}(-[2-9a-hjkmnp-z]{4}){2}$/);
    const now = world.clock.now().toISOString();
    expect(await state()).toEqual({ since: now, recoveryCodesLeft: 10, required: false });
    const kept = await world.desk("harbour", ({ db }) => db.selectFrom("two_step").selectAll().execute());
    expect(kept.map(({ sealed }) => sealed.toString("latin1")).join()).not.toContain(app.secret);
    expect(world.logged.join("")).not.toContain(app.secret);
  });

  test("a second step is set up once: no new secret, no second confirmation", async () => {
    const mira = world.as("mira");
    expect((await mira.post("/auth/start-two-step")).statusCode).toBe(409);
    expect((await mira.post("/auth/confirm-two-step", { code: "000000" })).statusCode).toBe(409);
  });
});

describe("switching off and new recovery codes", () => {
  let app: App;
  beforeEach(async () => {
    await world.work("mira", (scope) => removeTwoStep(world.context, scope, world.agents.mira));
    app = await setUpTwoStep(world, "mira");
    world.clock.advance(3_600_001);
  });

  test.each(["/auth/remove-two-step", "/auth/change-recovery-codes"])(
    "%s requires the right proof",
    async (path) => {
      const mira = world.as("mira");
      expect((await mira.post(path, {})).json().message).toBe("Please fill in all fields");
      const wrong = await mira.post(path, { password: "not it" });
      expect([wrong.statusCode, wrong.json().code]).toEqual([403, "wrong_password"]);
      expect((await mira.post(path, { code: "abcd-efgh-jkmn" })).json()).toEqual(wrongCode);
      // A code beside a wrong password is not checked.
      const both = await mira.post(path, { password: "not it", code: app.code() });
      expect(both.json().code).toBe("wrong_password");
      expect((await state()).recoveryCodesLeft).toBe(10);
    },
  );

  test("each further code waits after five wrong ones", async () => {
    const tries: number[] = [];
    for (let n = 0; n < 7; n++) {
      const answer = await world.as("mira").post("/auth/remove-two-step", { code: "000000" });
      tries.push(answer.statusCode);
    }
    expect(tries).toEqual([403, 403, 403, 403, 403, 429, 429]);
  });

  test.each([
    ["the password", () => ({ password })],
    ["a code of the app", () => ({ code: app.code() })],
    ["a recovery code", () => ({ code: app.recoveryCodes[3] })],
  ])("the second step is switched off by %s", async (_by, proof) => {
    const answer = await world.as("mira").post("/auth/remove-two-step", proof());
    expect(answer.json()).toEqual({ since: null, recoveryCodesLeft: 0, required: false });
  });

  test("the agent is notified by mail when it is turned on or off", async () => {
    const notices = async () => {
      const { rows } = await world.context.pool.query<{ address: string; sealed: Buffer }>(
        "select address, sealed from mail order by created_on desc limit 2",
      );
      return rows.map(({ address, sealed }) => [
        address,
        JSON.parse(world.context.secrets.open(sealed)).kind,
      ]);
    };
    const { email } = world.agents.mira;
    expect((await notices())[0]).toEqual([email, "twoStepOn"]);
    await world.as("mira").post("/auth/remove-two-step", { password });
    expect((await notices())[0]).toEqual([email, "twoStepOff"]);
    // A secret that was never confirmed is removed without a mail.
    await world.as("mira").post("/auth/start-two-step");
    await world.work("mira", (scope) => removeTwoStep(world.context, scope, world.agents.mira));
    world.clock.advance(1_000);
    expect(await notices()).toEqual([
      [email, "twoStepOff"],
      [email, "twoStepOn"],
    ]);
  });

  test("new recovery codes void the old ones", async () => {
    const mira = world.as("mira");
    const [old = ""] = app.recoveryCodes;
    const renewed = (await mira.post("/auth/change-recovery-codes", { password })).json().recoveryCodes;
    expect(renewed).toHaveLength(10);
    expect(renewed).not.toContain(old);
    expect((await mira.post("/auth/remove-two-step", { code: old })).json()).toEqual(wrongCode);
    expect((await mira.post("/auth/remove-two-step", { code: renewed[0] })).statusCode).toBe(200);
  });

  test("an agent without a second step has no recovery codes", async () => {
    const answer = await world.as("jonas").post("/auth/change-recovery-codes", { password });
    expect(answer.statusCode).toBe(409);
  });
});
