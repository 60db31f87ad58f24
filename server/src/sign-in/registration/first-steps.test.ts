import { afterEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
afterEach(() => world.close());

test("the first steps are open until an admin ends them, and stay so for the company", async () => {
  world = await createWorld();
  const ask = async () => (await world.as("ingrid").get("/first-steps")).json();
  expect(await ask()).toEqual({ open: true, phoneUrl: null });
  const ended = await world.as("ingrid").post("/first-steps");
  expect([ended.statusCode, ended.json()]).toEqual([200, { open: false, phoneUrl: null }]);
  const first = world.clock.now();
  world.clock.advance(60_000);
  await world.as("ingrid").post("/first-steps");
  const { rows } = await world.context.pool.query("select name, set_up_on from company order by name");
  expect(rows).toEqual([
    { name: "Harbour Travel", set_up_on: first },
    { name: "Northwind Parcels", set_up_on: null },
  ]);
});

test("the first steps are over once there are colleagues, an account, and an accepted ticket", async () => {
  world = await createWorld();
  await world.ticket();
  const isOpen = async () => (await world.as("ingrid").get("/first-steps")).json().open;
  expect(await isOpen()).toBe(true);
  await world.ticket({ client: "Aino", externalId: "77", handler: "mira" });
  expect(await isOpen()).toBe(false);
});

test("the first steps name the phone in a demo", async () => {
  world = await createWorld({ env: { PARLEY_DEMO: "1" } });
  expect((await world.as("freya").get("/first-steps")).json()).toEqual({
    open: true,
    phoneUrl: `${world.telegram.url}/phone`,
  });
});

test("the terms of service are the operator's where there are some", async () => {
  world = await createWorld({ env: { TERMS_URL: "https://harbour.example/terms" } });
  const answer = await world.stranger.get("/terms");
  expect([answer.statusCode, answer.headers.location]).toEqual([302, "https://harbour.example/terms"]);
});
