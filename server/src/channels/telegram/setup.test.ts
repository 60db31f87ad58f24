import { reasonOf } from "@parley/contract/reasons";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { hashOfSecret } from "./webhook.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.telegram.control.clearFaults();
  world.telegram.control.clearRequests();
});

const setUp = (agent: "ingrid" | "freya", bot_id: unknown) =>
  world.as(agent).post("/setup-telegram", { bot_id } as object);

const channels = (company: "harbour" | "northwind") =>
  world.desk(company, ({ db, companyId }) =>
    db.selectFrom("channel").selectAll().where("company_id", "=", companyId).orderBy("created_on").execute(),
  );

describe("a bot is connected by an administrator,", () => {
  test("a caller who is signed out connects no bot", async () => {
    expect((await world.stranger.post("/setup-telegram", { bot_id: "1:a" })).statusCode).toBe(401);
    expect((await world.stranger.get("/admin/get-telegram-token")).statusCode).toBe(401);
  });

  test.each(["mira", "tomas"] as const)("%s, who is no admin, connects no bot", async (agent) => {
    expect((await world.as(agent).post("/setup-telegram", { bot_id: "1:a" })).statusCode).toBe(403);
    expect((await world.as(agent).get("/admin/get-telegram-token")).statusCode).toBe(403);
  });
});

describe("connecting refuses", () => {
  test.each([
    ["", "Cannot submit an empty field!"],
    ["   ", "Cannot submit an empty field!"],
    ["700100200", "Invalid Telegram Bot Id!"],
    ["0:abc", "Invalid Telegram Bot Id!"],
    ["7:a/../b", "Invalid Telegram Bot Id!"],
    [`7:${"a".repeat(90)}`, "Invalid Telegram Bot Id!"],
    [`7:${"a".repeat(10_000)}`, "Invalid Telegram Bot Id!"],
  ])("connecting refuses %j", async (token, message) => {
    const answer = await setUp("ingrid", token);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ message, code: "invalid" });
    expect(world.telegram.control.requests({})).toEqual([]);
  });

  test("connecting a token that Telegram does not know is refused", async () => {
    const answer = await setUp("ingrid", "700999999:AAunknownunknownunknownunknownunknow");
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      message: "Unauthorized. Please verify your bot token.",
      code: "provider_refused",
      telegramError: { error_code: 401, description: "Unauthorized" },
      reason: reasonOf("setup_unauthorized"),
    });
  });

  test.each([
    [400, "Invalid Bot ID. Please check your token."],
    [403, "Bot is blocked or the user hasn’t started the chat."],
    [404, "Bot not found. Check if your bot exists and is running."],
    [409, "Conflict: Another webhook is active. Remove it before proceeding."],
    [429, "Rate limit exceeded. Please try again later."],
    [500, "Telegram server error. Please retry later."],
    [418, "Something went wrong. Please try again."],
  ])("connecting refuses when Telegram answers %i", async (code, message) => {
    const before = await channels("harbour");
    const bot = Number(world.channels.harbour.externalId);
    world.telegram.control.addFault({ kind: "error", code, bot, method: "getMe" });
    const answer = await setUp("ingrid", world.channels.harbour.token);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ message, telegramError: { error_code: code } });
    expect(await channels("harbour")).toEqual(before);
  });

  test("connecting a bot that another company has is refused", async () => {
    const answer = await setUp("ingrid", world.channels.northwind.token);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: "conflict" });
    expect(await channels("northwind")).toHaveLength(1);
  });

  test("nothing is stored when updates would not flow", async () => {
    const bot = world.telegram.control.createBot();
    const before = await channels("harbour");
    world.telegram.control.addFault({ kind: "reset", bot: bot.id, method: "deleteWebhook" });
    const answer = await setUp("ingrid", bot.token);
    expect(answer.statusCode).toBe(503);
    expect(await channels("harbour")).toEqual(before);
  });
});

test("a new token of the same bot keeps its channel; another bot replaces it, and the first may return", async () => {
  const [before] = await channels("harbour");
  const id = Number(world.channels.harbour.externalId);
  const { token } = world.telegram.control.revokeToken(id);
  const answer = await setUp("ingrid", ` ${token}\n`);
  expect(answer.json()).toEqual({ bot: { id, username: "harbour_bot", name: "Harbour Travel" } });
  const [same, ...others] = await channels("harbour");
  expect(others).toEqual([]);
  expect(same?.id).toBe(before?.id);
  expect(same && world.context.secrets.open(same.credentials)).toBe(token);

  const other = world.telegram.control.createBot({ name: "Groups" });
  expect((await setUp("ingrid", other.token)).statusCode).toBe(200);
  const [first, second] = await channels("harbour");
  expect([first?.removed_on === null, second?.removed_on === null].sort()).toEqual([false, true]);

  expect((await setUp("ingrid", token)).statusCode).toBe(200);
  const active = (await channels("harbour")).filter(({ removed_on }) => removed_on === null);
  expect(active.map((row) => row.id)).toEqual([before?.id]);
});

test("only the existence of a token is shown", async () => {
  expect((await world.as("freya").get("/admin/get-telegram-token")).json()).toEqual({ tokenStatus: true });
  await world.desk("northwind", ({ db, now, companyId }) =>
    db.updateTable("channel").set({ removed_on: now }).where("company_id", "=", companyId).execute(),
  );
  expect((await world.as("freya").get("/admin/get-telegram-token")).json()).toEqual({ tokenStatus: false });
});

test("the log contains no token", () => {
  expect(world.logged.join("\n")).not.toMatch(/\d{6,}:AA/);
});

test("a desk of https gives Telegram the webhook's address and secret", async () => {
  const secure = await createWorld({ env: { PUBLIC_URL: "https://desk.example" } });
  try {
    const { token, id, externalId } = secure.channels.harbour;
    await secure.as("ingrid").post("/setup-telegram", { bot_id: token });
    const [request] = secure.telegram.control.requests({ bot: Number(externalId), method: "setWebhook" });
    const { url, secret_token, allowed_updates } = (request?.params ?? {}) as Record<string, string>;
    expect(url).toBe(`https://desk.example/webhooks/telegram/${id}`);
    expect(allowed_updates).toContain("message_reaction");
    const row = await secure.desk("harbour", ({ db }) =>
      db.selectFrom("channel").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );
    expect(row.webhook_secret_hash).toEqual(hashOfSecret(String(secret_token)));
  } finally {
    await secure.close();
  }
});
