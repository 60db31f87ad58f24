import { signInLimits } from "@parley/contract/sign-in-limits";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { consumeChallengeTry, endChallenge, findChallenge, startChallenge } from "./challenge.ts";
import { newToken } from "./session.ts";

let world: World;
let token: string;
let other: string;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  [token, other] = [await start("mira"), await start("jonas")];
});

const start = (name: "mira" | "jonas") =>
  startChallenge(
    world.context,
    { company_id: world.companies.harbour.id, id: world.agents[name].id },
    "second_step",
  );
async function find(of = token, step: "second_step" | "address" = "second_step") {
  return (await findChallenge(world.context, of, step))?.agentId ?? null;
}
async function challengeOf(of: string) {
  const found = await findChallenge(world.context, of, "second_step");
  if (!found) throw new Error("The premise: the challenge is open");
  return found;
}

test("a challenge is found by its token, for its step", async () => {
  expect(await find()).toBe(world.agents.mira.id);
  expect(await find(other)).toBe(world.agents.jonas.id);
  expect(await find(newToken())).toBeNull();
  expect(await find(token, "address")).toBeNull();
});

test("a challenge ends after its time", async () => {
  world.clock.advance(signInLimits.challengeLives - 1);
  expect(await find()).not.toBeNull();
  world.clock.advance(1);
  expect(await find()).toBeNull();
});

test("a challenge has so many tries, of which another has its own", async () => {
  const challenge = await challengeOf(token);
  for (let tries = 0; tries < signInLimits.challengeTries; tries++)
    expect(await consumeChallengeTry(world.context, challenge)).toBe(true);
  expect(await consumeChallengeTry(world.context, challenge)).toBe(false);
  expect(await find()).toBeNull();
  expect(await find(other)).not.toBeNull();
});

test("a challenge is ended once, and no other with it", async () => {
  const challenge = await challengeOf(token);
  const end = () => world.desk("harbour", (scope) => endChallenge(scope, challenge));
  expect(await end()).toBe(true);
  expect(await end()).toBe(false);
  expect(await find(other)).not.toBeNull();
});
