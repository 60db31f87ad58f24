import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, password, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("empty fields are told", async () => {
  const answer = await world.stranger.post("/auth/login", { email: " " });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({ message: "Please fill in all fields", code: "invalid" });
});

test("the right password signs in", async () => {
  const answer = await world.stranger.post("/auth/login", { email: world.agents.mira.email, password });
  expect(answer.json()).toMatchObject({ lang: "en", isPushSubscribed: false });
});

test("profile", async () => {
  const answer = await world.as("mira").get("/auth/profile");
  expect(answer.json()).toMatchObject({ firstName: "Mira" });
  expect((await world.as("mira").get("/auth/agents")).json()).toHaveLength(4);
  expect((await world.as("mira").get("/auth/get-departments")).json()).toHaveLength(3);
});
