import type { Message } from "@grammyjs/types";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type OutsideWorld, openWorld } from "../outside.ts";

let world: OutsideWorld;
let chat_id: number;
let now: number;
beforeEach(async () => {
  now = 1_795_000_000_000;
  world = await openWorld({ now: () => now });
  chat_id = world.chat_id;
});
afterEach(() => world.simulator.close());

const stars = { inline_keyboard: [[{ text: "⭐", callback_data: "rate:42:1" }]] };

const askForStars = async () => {
  const params = { chat_id, text: "How did we do?", reply_markup: stars };
  return (await world.api.ask<Message>("sendMessage", params)).message_id;
};

test("a message that is missing, foreign, or unchanged cannot be edited", async () => {
  const edit = (message_id: number | undefined, text: string) =>
    world.api.refusal("editMessageText", { chat_id, message_id, text, reply_markup: stars });
  const message_id = await askForStars();
  expect(await edit(undefined, "x")).toBe("400 Bad Request: message identifier is not specified");
  expect(await edit(99, "x")).toBe("400 Bad Request: message to edit not found");
  expect(await edit(1, "x")).toBe("400 Bad Request: message can't be edited");
  expect(await edit(message_id, "How did we do?")).toMatch(/^400 Bad Request: message is not modified: /);
});

test("an edit shows on the phone, and without markup removes the buttons", async () => {
  const message_id = await askForStars();
  const edited = await world.api.ask<Message>("editMessageText", { chat_id, message_id, text: "Thanks: ⭐" });
  expect(edited).toMatchObject({ message_id, text: "Thanks: ⭐", edit_date: now / 1000 });
  expect(world.phone.messages().at(-1)).toMatchObject({ text: "Thanks: ⭐", buttons: undefined });
});

test("buttons alone can be changed, and repeating that is no change", async () => {
  const message_id = await askForStars();
  await world.api.ask("editMessageReplyMarkup", { chat_id, message_id });
  expect(world.phone.messages().at(-1)).toMatchObject({ text: "How did we do?", buttons: undefined });
  expect(await world.api.refusal("editMessageReplyMarkup", { chat_id, message_id })).toMatch(
    /is not modified/,
  );
});

test("a press must be answered once and in time", async () => {
  const message_id = await askForStars();
  const late = "400 Bad Request: query is too old and response timeout expired or query ID is invalid";
  const answer = (callback_query_id: string) => ({ callback_query_id, text: "Thank you" });
  expect(await world.api.refusal("answerCallbackQuery", answer("12345"))).toBe(late);

  const pressed = world.phone.press(message_id, "⭐");
  const updates = await world.api.ask<object[]>("getUpdates");
  expect(updates).toMatchObject([
    { callback_query: { id: pressed, data: "rate:42:1", from: { id: chat_id }, message: { message_id } } },
  ]);
  expect(await world.api.ask("answerCallbackQuery", answer(pressed))).toBe(true);
  expect(await world.api.refusal("answerCallbackQuery", answer(pressed))).toBe(late);

  const forgotten = world.phone.press(message_id, "rate:42:1");
  now += 151_000;
  expect(await world.api.refusal("answerCallbackQuery", answer(forgotten))).toBe(late);
});

test("a reaction is one of the 73, or none", async () => {
  const react = (emoji: string) => ({ chat_id, message_id: 1, reaction: [{ type: "emoji", emoji }] });
  expect(await world.api.refusal("setMessageReaction", react("🚕"))).toBe(
    "400 Bad Request: REACTION_INVALID",
  );
  expect(await world.api.refusal("setMessageReaction", react("❤️"))).toBe("400 Bad Request: REACTION_INVALID");
  expect(await world.api.refusal("setMessageReaction", { ...react("👍"), message_id: 99 })).toBe(
    "400 Bad Request: message to react not found",
  );
  await world.api.ask("setMessageReaction", react("❤"));
  expect(world.phone.messages()[0]?.reactions.bot).toBe("❤");
  await world.api.ask("setMessageReaction", { chat_id, message_id: 1, reaction: [] });
  expect(world.phone.messages()[0]?.reactions.bot).toBeUndefined();
});

test("a message is deleted once, and only while it is young", async () => {
  const message_id = await askForStars();
  await world.api.ask("deleteMessage", { chat_id, message_id });
  expect(world.phone.messages().some(({ id }) => id === message_id)).toBe(false);
  expect(await world.api.refusal("deleteMessage", { chat_id, message_id })).toBe(
    "400 Bad Request: message to delete not found",
  );
  const old = await askForStars();
  now += 49 * 3_600_000;
  expect(await world.api.refusal("deleteMessage", { chat_id, message_id: old })).toBe(
    "400 Bad Request: message can't be deleted for everyone",
  );
});
