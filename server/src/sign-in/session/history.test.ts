import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setUpTwoStep } from "../../../../test/world/two-step.ts";
import { countStatements, createWorld, password, type World } from "../../../../test/world.ts";
import { recordSignIn } from "./history.ts";
import { removeExpiredSessions } from "./session.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let address = 0;
const signIn = (email: string, given: string) =>
  world.stranger.post(
    "/auth/login",
    { email, password: given },
    { remoteAddress: `10.7.0.${++address}`, headers: { "user-agent": "curl/8" } },
  );
const history = async (name: "mira" | "jonas" | "naledi", before = "") =>
  (await world.as(name).get(`/auth/sign-ins${before && `?before=${before}`}`)).json();
const outcomes = async (name: "mira" | "jonas" | "naledi") =>
  (await history(name)).map(({ outcome }: { outcome: string }) => outcome);

test("an agent who has not signed in since has no entry", async () => {
  expect(await history("mira")).toEqual([]);
});

test("an invalid page is refused", async () => {
  for (const before of ["0", "-1", "x", "1e99"]) {
    expect((await world.as("mira").get(`/auth/sign-ins?before=${before}`)).statusCode).toBe(400);
  }
});

describe("each try is recorded for its account only", () => {
  test("a success, a wrong password, a wrong code and a disabled account are recorded", async () => {
    const { mira, jonas } = world.agents;
    await signIn(mira.email, password);
    await signIn(` ${mira.email.toUpperCase()} `, "wrong");
    const entries = await history("mira");
    expect(entries).toMatchObject([
      { outcome: "wrong_password", address: "10.7.0.2", browser: null, os: null },
      { outcome: "signed_in", address: "10.7.0.1", time: world.clock.now().toISOString() },
    ]);

    await setUpTwoStep(world, "jonas");
    const answer = await signIn(jonas.email, password);
    const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
    await world.stranger.post("/auth/second-step", { code: "000000" }, { headers: { cookie } });
    expect(await outcomes("jonas")).toEqual(["wrong_code"]);

    const disable = (on: Date | null) =>
      world.desk("harbour", ({ db }) =>
        db.updateTable("agent").set({ disabled_on: on }).where("id", "=", jonas.id).execute(),
      );
    await disable(world.clock.now());
    await signIn(jonas.email, password);
    await disable(null);
    expect(await outcomes("jonas")).toEqual(["disabled", "wrong_code"]);
    expect(await history("naledi")).toEqual([]);
  });

  test("an unknown address costs the same statements, so that timing reveals nothing", async () => {
    const shapes: string[][] = [];
    for (const email of [world.agents.naledi.email, "nobody@harbour.example"]) {
      const { statements } = await countStatements(world, () => signIn(email, "wrong"));
      shapes.push(statements);
    }
    expect(shapes[1]).toEqual(shapes[0]);
    expect(await outcomes("naledi")).toEqual(["wrong_password"]);
  });
});

describe("a long history", () => {
  test("a long history comes in pages of ten, newest first, each with the same statements", async () => {
    for (let n = 0; n < 23; n++) {
      world.clock.advance(1000);
      await world.work("mira", (scope) =>
        recordSignIn(scope, scope.actor.id, "signed_in", { address: String(n), userAgent: "x".repeat(9000) }),
      );
    }
    const first = await countStatements(world, () => history("mira"));
    const second = await countStatements(world, () => history("mira", first.answer.at(-1).id));
    const third = await history("mira", second.answer.at(-1).id);
    expect([first.answer.length, second.answer.length, third.length]).toEqual([10, 10, 5]);
    expect(second.statements).toHaveLength(first.statements.length);
    const all = [...first.answer, ...second.answer, ...third].map(({ address }) => address);
    expect(all.slice(0, 3)).toEqual(["22", "21", "20"]);
    expect(new Set(all.slice(0, 23)).size).toBe(23);
  });

  test("an entry of the history is forgotten after half a year", async () => {
    world.clock.advance(180 * 24 * 3_600_000 - 30_000);
    await removeExpiredSessions(world.context);
    const left = await world.desk("harbour", ({ db }) =>
      db.selectFrom("sign_in").select("address").execute(),
    );
    expect(left.length).toBeGreaterThan(0);
    world.clock.advance(60_000);
    await removeExpiredSessions(world.context);
    const none = await world.desk("harbour", ({ db }) =>
      db.selectFrom("sign_in").select("address").execute(),
    );
    expect(none).toEqual([]);
  });
});
