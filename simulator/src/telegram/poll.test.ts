import type { Update } from "@grammyjs/types";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FIRST_UPDATE, type OutsideWorld, openHook, openWorld } from "../outside.ts";

let world: OutsideWorld;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.simulator.close());

const texts = (updates: Update[]) => updates.map(({ message }) => message?.text);

test("getUpdates is refused while a webhook is set", async () => {
  const hook = await openHook();
  await world.api.ask("setWebhook", { url: hook.url });
  expect(await world.api.refusal("getUpdates")).toBe(
    "409 Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
  );
  await hook.close();
});

test("the first of two pollers is ended", async () => {
  const first = world.api.raw("getUpdates", { timeout: 30 });
  await world.control.waitForRequest({ method: "getUpdates", after: 1 });
  await expect.poll(() => world.control.bots()[0]?.polling).toBe(true);
  const second = world.api.ask<Update[]>("getUpdates", { timeout: 30 });
  expect((await first).body).toMatchObject({
    error_code: 409,
    description:
      "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
  });
  await world.phone.write("for the second");
  expect(texts(await second)).toEqual(["for the second"]);
});

test("setting a webhook ends a waiting poll", async () => {
  const hook = await openHook();
  const poll = world.api.raw("getUpdates", { timeout: 30 });
  await expect.poll(() => world.control.bots()[0]?.polling).toBe(true);
  await world.api.ask("setWebhook", { url: hook.url });
  expect((await poll).body).toMatchObject({ description: "Conflict: terminated by setWebhook request" });
  await hook.close();
});

test("a waiting poll answers the moment a client writes", async () => {
  const poll = world.api.ask<Update[]>("getUpdates", { timeout: 50 });
  await expect.poll(() => world.control.bots()[0]?.polling).toBe(true);
  await world.phone.write("Кога тръгва автобусът?");
  expect(texts(await poll)).toEqual(["Кога тръгва автобусът?"]);
});

test("a poll without updates ends empty when its time is up", async () => {
  const quick = await openWorld({ timing: { pollMs: 10 } });
  expect(await quick.api.ask("getUpdates", { timeout: 50 })).toEqual([]);
  await quick.simulator.close();
});

test("updates stay until an offset confirms them, and are numbered without a hole", async () => {
  for (const text of ["one", "two", "three"]) await world.phone.write(text);
  const [first, second] = await world.api.ask<Update[]>("getUpdates", { limit: 2 });
  expect([first?.update_id, second?.update_id]).toEqual([FIRST_UPDATE + 1, FIRST_UPDATE + 2]);
  expect(texts(await world.api.ask<Update[]>("getUpdates"))).toEqual(["one", "two", "three"]);
  expect(texts(await world.api.ask<Update[]>("getUpdates", { offset: FIRST_UPDATE + 3 }))).toEqual(["three"]);
  expect(world.phone.messages().map(({ received }) => received)).toEqual([true, true, true, false]);
});

test("a negative offset forgets all but the newest", async () => {
  for (const text of ["one", "two", "three"]) await world.phone.write(text);
  expect(texts(await world.api.ask<Update[]>("getUpdates", { offset: -1 }))).toEqual(["three"]);
  expect(texts(await world.api.ask<Update[]>("getUpdates"))).toEqual(["three"]);
});

test("unfetched updates are dropped after a day, pressed buttons after 150 seconds", async () => {
  let now = 1_795_000_000_000;
  const old = await openWorld({ now: () => now });
  await old.phone.write("hello");
  old.phone.pressRaw(1, "rate:1");
  now += 151_000;
  expect(texts(await old.api.ask<Update[]>("getUpdates"))).toEqual(["hello"]);
  now += 24 * 3_600_000;
  expect(await old.api.ask<Update[]>("getUpdates")).toEqual([]);
  await old.simulator.close();
});

test("a redelivered update comes with the number it had", async () => {
  await world.phone.write("once");
  await world.api.ask("getUpdates", { offset: FIRST_UPDATE + 2 });
  await world.control.redeliver(world.bot.id, FIRST_UPDATE + 1, { times: 2 });
  expect(texts(await world.api.ask<Update[]>("getUpdates"))).toEqual(["once", "once"]);
});
