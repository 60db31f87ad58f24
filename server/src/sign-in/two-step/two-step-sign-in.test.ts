import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type App, setUpTwoStep } from "../../../../test/world/two-step.ts";
import { openVisitor, type Visitor } from "../../../../test/world/visitor.ts";
import { createWorld, password, type World } from "../../../../test/world.ts";
import { endSessions } from "../session/session.ts";
import { viewTwoStep } from "./two-step.ts";

let world: World;
let app: App;
let jonasApp: App;
beforeAll(async () => {
  world = await createWorld();
  app = await setUpTwoStep(world, "mira");
  jonasApp = await setUpTwoStep(world, "jonas");
});
afterAll(() => world.close());

// Each test has a network address and an hour of its own.
let address = 0;
beforeEach(() => {
  address++;
  world.clock.advance(3_600_001);
});

const from = () => ({ remoteAddress: `10.9.0.${address}` });

/** The cookie that a right password earns. */
async function challenge(name: "mira" | "jonas" = "mira"): Promise<string> {
  const { email } = world.agents[name];
  const answer = await world.stranger.post("/auth/login", { email, password }, from());
  expect(answer.json()).toEqual({ twoStep: true });
  return cookieOf(answer);
}

type Answer = Awaited<ReturnType<typeof world.stranger.post>>;
const cookieOf = (answer: Answer, name = "parley-step") => {
  const set = [answer.headers["set-cookie"] ?? []].flat().find((one) => one.startsWith(`${name}=`));
  return set?.split(";")[0] ?? "";
};
const step = (cookie: string, code: unknown) =>
  world.stranger.post("/auth/second-step", { code } as object, { ...from(), headers: { cookie } });
const result = async (answer: Promise<Answer>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().code];
};

const over = [401, "challenge_over"];
const wrong = [401, "wrong_code"];

test("the right password alone earns no session, only five minutes in a cookie no script reads", async () => {
  const { email } = world.agents.mira;
  const answer = await world.stranger.post("/auth/login", { email, password }, from());
  expect([answer.statusCode, answer.json()]).toEqual([200, { twoStep: true }]);
  expect(answer.headers["set-cookie"]).toMatch(
    /^parley-step=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const cookie = cookieOf(answer);
  const asSession = cookie.replace("parley-step=", "parley=");
  for (const held of [cookie, asSession, `${cookie}; ${asSession}`]) {
    const profile = await world.stranger.get("/auth/profile", { headers: { cookie: held } });
    expect(profile.statusCode).toBe(401);
  }
});

test("a wrong password is refused in the same way with and without a second step", async () => {
  const tried = [world.agents.mira.email, world.agents.naledi.email, "nobody@harbour.example"];
  const answers = tried.map(async (email) => {
    const answer = await world.stranger.post("/auth/login", { email, password: "wrong" }, from());
    return [answer.statusCode, answer.json(), answer.headers["set-cookie"]];
  });
  const [first, ...others] = await Promise.all(answers);
  expect(first?.[0]).toBe(401);
  for (const other of others) expect(other).toEqual(first);
});

describe("a challenge is refused", () => {
  test.each([
    ["no cookie", undefined],
    ["an empty one", ""],
    ["a short one", "x"],
    ["one of the right length", "A".repeat(43)],
    ["one with a strange letter", `${"A".repeat(42)}!`],
    ["a long one", "A".repeat(5000)],
  ])("a forged challenge is refused: %s", async (_what, token) => {
    const cookie = token === undefined ? "" : `parley-step=${token}`;
    expect(await result(step(cookie, app.code()))).toEqual(over);
  });

  test("a challenge cookie that holds a session's token is refused", async () => {
    const session = (await world.as("mira").cookie()).replace("parley=", "parley-step=");
    expect(await result(step(session, app.code()))).toEqual(over);
  });

  test("a colleague's challenge is refused, and one's own code completes it for neither account", async () => {
    const jonas = await challenge("jonas");
    expect(await result(step(jonas, app.code()))).toEqual(wrong);
    expect(await result(step(jonas, app.recoveryCodes[9]))).toEqual(wrong);
    const mira = await challenge("mira");
    expect(await result(step(mira, jonasApp.code()))).toEqual(wrong);
    const answer = await step(jonas, jonasApp.code());
    expect(answer.json().user.id).toBe(world.agents.jonas.id);
  });

  test("a challenge is refused after five minutes", async () => {
    const cookie = await challenge();
    world.clock.advance(300_000);
    expect(await result(step(cookie, app.code()))).toEqual(over);
  });

  test("a challenge is refused after one sign-in", async () => {
    const cookie = await challenge();
    expect((await step(cookie, app.code())).statusCode).toBe(200);
    world.clock.advance(30_000);
    expect(await result(step(cookie, app.code()))).toEqual(over);
  });

  test("a challenge is refused once the agent's sessions or account have ended", async () => {
    const cookie = await challenge();
    await world.work("mira", (scope) => endSessions(world.context, scope, { agentId: scope.actor.id }));
    expect(await result(step(cookie, app.code()))).toEqual(over);
    const next = await challenge("jonas");
    const disable = (on: Date | null) =>
      world.desk("harbour", ({ db }) =>
        db.updateTable("agent").set({ disabled_on: on }).where("id", "=", world.agents.jonas.id).execute(),
      );
    await disable(world.clock.now());
    expect(await result(step(next, jonasApp.code()))).toEqual(over);
    await disable(null);
  });

  test("a challenge that another site submits is refused", async () => {
    const cookie = await challenge();
    const headers = { cookie, origin: "https://evil.example" };
    const answer = await world.stranger.post("/auth/second-step", { code: app.code() }, { headers });
    expect(answer.statusCode).toBe(403);
  });
});

describe("a wrong code", () => {
  test("a wrong code is refused when empty, a minute old, or a minute early", async () => {
    const cookie = await challenge();
    expect((await step(cookie, " ")).json().message).toBe("Please fill in all fields");
    expect((await step(cookie, { $ne: "" })).statusCode).toBe(400);
    expect(await result(step(cookie, app.code(-2)))).toEqual(wrong);
    expect(await result(step(cookie, app.code(2)))).toEqual(wrong);
  });

  test("a wrong code has five tries, and then even the right one is refused", async () => {
    const cookie = await challenge();
    for (let n = 0; n < 4; n++) expect(await result(step(cookie, "000000"))).toEqual(wrong);
    const last = await step(cookie, "000000");
    expect(last.json()).toEqual({
      message: "Too many failed attempts",
      code: "challenge_over",
      reason: { code: "too_many_attempts", facts: {} },
    });
    world.clock.advance(60_000);
    expect(await result(step(cookie, app.code()))).toEqual(over);
  });

  test("a wrong code sent twenty times at once costs the five tries", async () => {
    const cookie = await challenge();
    const statuses = await Promise.all(Array.from({ length: 20 }, () => result(step(cookie, "000000"))));
    const looked = statuses.filter(([status, code]) => status === 401 && code === "wrong_code");
    expect(looked.length).toBeLessThanOrEqual(5);
  });

  test("a wrong code leaves no new tries with a new challenge: the account waits, longer each time", async () => {
    const waits: number[] = [];
    for (let n = 0; n < 8; n++) {
      const cookie = await challenge();
      const answer = await step(cookie, "000000");
      if (answer.statusCode !== 429) continue;
      const seconds = Number(answer.headers["retry-after"]);
      waits.push(seconds);
      world.clock.advance(seconds * 1000);
      const again = await challenge();
      expect(await result(step(again, "000000"))).toEqual(wrong);
    }
    expect(waits).toEqual([30, 60, 120]);
  });
});

test("a stranger with the password does not lock the owner's known device out of its second step", async () => {
  const own = openVisitor(world);
  const { email } = world.agents.mira;
  const signIn = (by: Visitor) => by.post("/auth/login", { email, password });
  await signIn(own);
  expect((await own.post("/auth/second-step", { code: app.code() })).statusCode).toBe(200);
  for (let network = 0; network < 4; network++) {
    const stranger = openVisitor(world);
    await signIn(stranger);
    for (let n = 0; n < 5; n++) await stranger.post("/auth/second-step", { code: "000000" });
  }
  world.clock.advance(30_000);
  const stranger = openVisitor(world);
  await signIn(stranger);
  expect((await stranger.post("/auth/second-step", { code: "000000" })).statusCode).toBe(429);
  await signIn(own);
  expect((await own.post("/auth/second-step", { code: app.code() })).statusCode).toBe(200);
});

describe("the right code", () => {
  const signedIn = { user: { username: "mira" }, isPushSubscribed: false, lang: "en" };

  test("the right code signs in as the password alone does without a second step", async () => {
    const answer = await step(await challenge(), app.code());
    expect(answer.json()).toMatchObject(signedIn);
    expect(Object.keys(answer.json())).toEqual(["user", "isPushSubscribed", "lang"]);
    const cookie = cookieOf(answer, "parley");
    expect(cookie).toMatch(/^parley=[\w-]{43}$/);
    expect((await world.stranger.get("/auth/profile", { headers: { cookie } })).json().username).toBe("mira");
    expect(answer.headers["set-cookie"]).toEqual(
      expect.arrayContaining([expect.stringMatching(/^parley-step=; .*Expires=Thu, 01 Jan 1970/)]),
    );
  });

  test.each([-1, 0, 1])("the right code is accepted %i steps off, and in any spelling", async (steps) => {
    const code = app.code(steps);
    const answer = await step(await challenge(), ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(answer.statusCode).toBe(200);
  });

  test("the right code works once, also for two browsers at the same moment, and no older one after it", async () => {
    const cookies = await Promise.all([challenge(), challenge(), challenge()]);
    const statuses = await Promise.all(
      cookies.map(async (cookie) => (await step(cookie, app.code())).statusCode),
    );
    expect(statuses.toSorted()).toEqual([200, 401, 401]);
    expect(await result(step(await challenge(), app.code(-1)))).toEqual(wrong);
    expect((await step(await challenge(), app.code(1))).statusCode).toBe(200);
  });

  test("a recovery code works once, in any spelling", async () => {
    const [code = "", second = ""] = app.recoveryCodes;
    expect((await step(await challenge(), code.toUpperCase().replaceAll("-", " "))).statusCode).toBe(200);
    expect(await result(step(await challenge(), code))).toEqual(wrong);
    const cookies = await Promise.all([challenge(), challenge()]);
    const statuses = await Promise.all(
      cookies.map(async (cookie) => (await step(cookie, second)).statusCode),
    );
    expect(statuses.toSorted()).toEqual([200, 401]);
    const left = await world.work("mira", viewTwoStep);
    expect(left.recoveryCodesLeft).toBe(8);
  });

  test("the log contains none of the codes", async () => {
    const code = app.code(1);
    const cookie = await challenge();
    await step(cookie, code);
    const logged = world.logged.join("");
    expect(logged).not.toContain(cookie.split("=")[1]);
    expect(logged).not.toContain(`"${code}"`);
  });
});
