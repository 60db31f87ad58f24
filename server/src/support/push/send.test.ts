import type { PushSubscriptionJson } from "@parley/contract/push";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPushDesk, type PushDesk } from "../../../../test/world/push-desk.ts";
import type { World } from "../../../../test/world.ts";

let desk: PushDesk;
let world: World;
beforeAll(async () => {
  desk = await createPushDesk();
  world = desk.world;
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());

const isKnown = async ({ endpoint }: PushSubscriptionJson) =>
  (await world.context.pool.query("select from push_subscription where endpoint = $1", [endpoint])).rows
    .length > 0;

describe("a push service that", () => {
  test.each([404, 410])("a push service that answers %i: the subscription is removed", async (status) => {
    const [gone, here] = [await desk.subscribe("mira"), await desk.subscribe("mira")];
    desk.service.answerWith({ status }, gone);
    await desk.notify("mira", await world.ticket({ handler: "mira" }));
    expect([await isKnown(gone), await isKnown(here)]).toEqual([false, true]);
    const session = (await world.as("mira").get("/auth/validate")).json();
    expect(session.isPushSubscribed).toBe(true);
    desk.service.answerWith({ status }, here);
    await desk.notify("mira", await world.ticket({ handler: "mira" }));
    expect((await world.as("mira").get("/auth/validate")).json().isPushSubscribed).toBe(false);
    expect(await desk.waiting()).toEqual([]);
  });

  test("a push service that is down is called again until it is back", async () => {
    const browser = await desk.subscribe("mira");
    await desk.service.stop();
    await desk.notify("mira", await world.ticket({ handler: "mira" }));
    expect(await desk.waiting()).toMatchObject([{ attempts: 0 }]);
    world.clock.advance(4_999);
    await world.drain();
    expect(await desk.waiting()).toHaveLength(1);
    await desk.service.start();
    world.clock.advance(1);
    await world.drain();
    expect(desk.messages()).toHaveLength(1);
    expect(await desk.waiting()).toEqual([]);
    expect(await isKnown(browser)).toBe(true);
  });

  test("a push service that stays broken is called six times within an hour, and then no more", async () => {
    const browser = await desk.subscribe("mira");
    desk.service.answerWith({ status: 500 });
    await desk.notify("mira", await world.ticket({ handler: "mira" }));
    for (let round = 0; round < 10; round++) {
      world.clock.advance(360_000);
      await world.drain();
    }
    expect(desk.messages()).toHaveLength(6);
    expect(await desk.waiting()).toEqual([]);
    expect(world.logged.join("\n")).toContain("Push message discarded");
    expect(world.logged.join("\n")).not.toContain(browser.endpoint);
  });

  test("a push service that answers 429 is not called for as long as it asks", async () => {
    await desk.subscribe("mira");
    desk.service.answerWith({ status: 429, headers: { "retry-after": "120" } });
    await desk.notify("mira", await world.ticket({ handler: "mira" }));
    desk.service.answerWith({ status: 201 });
    world.clock.advance(119_000);
    await world.drain();
    expect(desk.messages()).toHaveLength(1);
    world.clock.advance(1_000);
    await world.drain();
    expect(desk.messages()).toHaveLength(2);
  });

  test("a push service that finds the message too large gets it without the text", async () => {
    await desk.subscribe("mira");
    desk.service.answerWith((bytes) => ({ status: bytes > 320 ? 413 : 201 }));
    await desk.notify("mira", await world.ticket({ handler: "mira", messages: ["long ".repeat(80)] }));
    expect(desk.messages()).toMatchObject([{ text: expect.stringContaining("long") }, { text: "" }]);
    expect(await desk.waiting()).toEqual([]);
  });

  test.each([302, 400, 403])(
    "a push service that answers %i is not called again, and its redirect is not followed",
    async (status) => {
      const browser = await desk.subscribe("mira");
      const elsewhere = desk.service.browser();
      desk.service.answerWith({ status, headers: { location: elsewhere.endpoint } }, browser);
      await desk.notify("mira", await world.ticket({ handler: "mira" }));
      expect(desk.messages()).toHaveLength(1);
      expect(await desk.waiting()).toEqual([]);
      expect(await isKnown(browser)).toBe(true);
    },
  );

  test("a push service in a private network that is not allowed is not called, whatever its name is", async () => {
    const browser = await desk.subscribe("mira");
    const inside = browser.endpoint.replace("http://127.0.0.1", "https://localhost");
    const literal = browser.endpoint.replace("http:", "https:");
    for (const endpoint of [inside, literal]) {
      await world.context.pool.query("update push_subscription set endpoint = $1", [endpoint]);
      await desk.notify("mira", await world.ticket({ handler: "mira" }));
      expect(world.logged.at(-1)).toContain("The address leads into a private network");
    }
    expect(desk.messages()).toEqual([]);
    expect(await desk.waiting()).toEqual([]);
  });
});
