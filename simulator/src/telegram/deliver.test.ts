import { afterEach, beforeEach, expect, test } from "vitest";
import { FIRST_UPDATE, type Hook, type OutsideWorld, openHook, openWorld } from "../outside.ts";
import { fastTiming } from "../timing.ts";

let world: OutsideWorld;
let hook: Hook;
beforeEach(async () => {
  world = await openWorld({ timing: fastTiming });
  hook = await openHook();
});
afterEach(async () => {
  await world.simulator.close();
  await hook.close();
});

const receivedTexts = () => hook.received.map(({ update }) => update.message?.text);

test("a refused update is posted again, and the chat's later ones wait for it", async () => {
  hook.statuses = [500, 503];
  await world.api.ask("setWebhook", { url: hook.url });
  await world.phone.write("first");
  await world.phone.write("second");
  await world.control.drained(world.bot.id);
  expect(receivedTexts()).toEqual(["first", "first", "first", "second"]);
  expect(await world.api.ask("getWebhookInfo")).toMatchObject({
    last_error_message: "Wrong response from the webhook: 503 Service Unavailable",
  });
});

test("an unanswered webhook keeps the update pending and reports why", async () => {
  const dead = await openHook();
  await dead.close();
  await world.api.ask("setWebhook", { url: dead.url });
  await world.phone.write("anyone?");
  await expect
    .poll(() => world.api.ask("getWebhookInfo"))
    .toMatchObject({ pending_update_count: 1, last_error_message: "Connection refused" });
});

test("every post carries the secret and one update as JSON", async () => {
  await world.api.ask("setWebhook", { url: hook.url, secret_token: "kq3_Tz81-Lm" });
  await world.phone.write("Здравейте");
  await world.control.drained(world.bot.id);
  expect(hook.received[0]?.headers).toMatchObject({
    "x-telegram-bot-api-secret-token": "kq3_Tz81-Lm",
    "content-type": "application/json",
  });
  expect(hook.received[0]?.update).toMatchObject({
    update_id: FIRST_UPDATE + 1,
    message: {
      message_id: 2,
      text: "Здравейте",
      chat: { id: world.chat_id, type: "private" },
      from: { id: world.chat_id, is_bot: false, first_name: "Dimitar", language_code: "bg" },
    },
  });
});

test("updates that waited before the webhook was set are delivered, too", async () => {
  await world.phone.write("early bird");
  await world.api.ask("setWebhook", { url: hook.url });
  await world.control.drained(world.bot.id);
  expect(receivedTexts()).toEqual(["early bird"]);
});

test("a slow chat does not delay another one", async () => {
  const release = Promise.withResolvers<void>();
  const slow = await openHook(async ({ message }) => {
    if (message?.chat.id === world.chat_id) await release.promise;
  });
  const rosa = await world.control.createPerson({ firstName: "Rosa" });
  await world.api.ask("setWebhook", { url: slow.url });
  await world.phone.write("held");
  await world.phone.write("behind");
  await world.control.phone({ bot: world.bot.id, person: rosa.id }).write("passes");
  await slow.posts(2);
  expect(slow.received.map(({ update }) => update.message?.text)).toEqual(["held", "passes"]);
  release.resolve();
  await world.control.drained(world.bot.id);
  expect(slow.received.map(({ update }) => update.message?.text)).toEqual(["held", "passes", "behind"]);
  await slow.close();
});

test("at most max_connections posts are under way", async () => {
  let open = 0;
  let most = 0;
  const counting = await openHook(async () => {
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
  });
  await world.api.ask("setWebhook", { url: counting.url, max_connections: 2 });
  for (let n = 0; n < 8; n += 1) {
    const person = await world.control.createPerson({ firstName: `Client ${n}`, picture: "none" });
    await world.control.phone({ bot: world.bot.id, person: person.id }).write("hello");
  }
  await world.control.drained(world.bot.id);
  expect(counting.received).toHaveLength(8);
  expect(most).toBeLessThanOrEqual(2);
  await counting.close();
});

test("repeats are posted in turn or at once, all with the same number", async () => {
  await world.api.ask("setWebhook", { url: hook.url });
  await world.phone.write("again and again");
  await world.control.drained(world.bot.id);
  const id = hook.received[0]?.update.update_id ?? 0;
  expect(await world.control.redeliver(world.bot.id, id, { times: 5 })).toEqual([200, 200, 200, 200, 200]);
  expect(await world.control.redeliver(world.bot.id, id, { times: 20, parallel: true })).toHaveLength(20);
  expect(new Set(hook.received.map(({ update }) => update.update_id))).toEqual(new Set([id]));
  expect(hook.received).toHaveLength(26);
});

test("reactions are sent only to a bot that asked for them", async () => {
  await world.api.ask("setWebhook", { url: hook.url });
  world.phone.react(1, "👍");
  await world.api.ask("setWebhook", {
    url: hook.url,
    max_connections: 9,
    allowed_updates: ["message_reaction"],
  });
  world.phone.react(1, "❤️");
  await world.control.drained(world.bot.id);
  expect(hook.received).toHaveLength(1);
  expect(hook.received[0]?.update.message_reaction).toMatchObject({
    old_reaction: [{ type: "emoji", emoji: "👍" }],
    new_reaction: [{ type: "emoji", emoji: "❤" }],
  });
});
