import { afterAll, beforeAll, expect, test } from "vitest";
import { botClient, type OutsideWorld, openWorld } from "../outside.ts";

let world: OutsideWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.simulator.close());

test("a malformed token is not found", async () => {
  for (const token of ["hello", "0123:abc", "12345", `1:${"x".repeat(90)}`]) {
    expect(await botClient(world.url, token).refusal("getMe"), token).toBe("404 Not Found");
  }
});

test("a well-formed unknown token is unauthorized", async () => {
  expect(await botClient(world.url, "123456:AAunknown").refusal("getMe")).toBe("401 Unauthorized");
});

test("a revoked token is unauthorized from then on; the new one is the same bot", async () => {
  const bot = world.control.createBot({ name: "Gone" });
  const api = botClient(world.url, bot.token);
  await api.ask("getMe");
  const { token } = world.control.revokeToken(bot.id);
  expect(await api.refusal("getMe")).toBe("401 Unauthorized");
  expect(await botClient(world.url, token).ask("getMe")).toMatchObject({ id: bot.id });
});

test("an unknown method is reported as unknown", async () => {
  expect(await world.api.refusal("sendTelepathy")).toBe("404 Not Found: method not found");
});

test("getMe answers in any case, by GET and by POST", async () => {
  const { bot, api } = world;
  expect(await api.ask("getMe")).toMatchObject({ id: bot.id, is_bot: true, first_name: "Meridian Travel" });
  expect(await (await fetch(api.address("GETME"))).json()).toMatchObject({
    ok: true,
    result: { id: bot.id },
  });
});

test("the record of requests never holds a token's secret", async () => {
  await world.api.ask("getMe");
  const secret = world.bot.token.split(":")[1] ?? "";
  expect(JSON.stringify(world.control.requests())).not.toContain(secret);
  expect(world.control.requests({ method: "getme" }).at(-1)).toMatchObject({
    token: `${world.bot.id}:***`,
    status: 200,
  });
});
