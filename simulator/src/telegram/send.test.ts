import type { Message } from "@grammyjs/types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OutsideWorld, openWorld } from "../outside.ts";

let world: OutsideWorld;
let chat_id: number;
beforeAll(async () => {
  world = await openWorld();
  chat_id = world.chat_id;
});
afterAll(() => world.simulator.close());

const button = (callback_data: string) => ({ inline_keyboard: [[{ text: "⭐", callback_data }]] });

const REFUSED: [string, object, string][] = [
  ["no chat", { text: "hi" }, "400 Bad Request: chat_id is empty"],
  ["a stranger's chat", { chat_id: 1, text: "hi" }, "400 Bad Request: chat not found"],
  ["no text", { text: " " }, "400 Bad Request: message text is empty"],
  ["4097 characters", { text: "x".repeat(4097) }, "400 Bad Request: message is too long"],
  [
    "a reply to nothing",
    { text: "hi", reply_parameters: { message_id: 999 } },
    "400 Bad Request: message to be replied not found",
  ],
  [
    "65 bytes of button data",
    { text: "hi", reply_markup: button(`${"я".repeat(32)}x`) },
    "400 Bad Request: BUTTON_DATA_INVALID",
  ],
  ["a button without data", { text: "hi", reply_markup: button("") }, "400 Bad Request: BUTTON_DATA_INVALID"],
  [
    "a button that does nothing",
    { text: "hi", reply_markup: { inline_keyboard: [[{ text: "?" }]] } },
    "400 Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
  ],
  [
    "broken marks",
    { text: "<b>hi", parse_mode: "HTML" },
    "400 Bad Request: can't parse entities: Can't find end tag corresponding to start tag \"b\"",
  ],
  [
    "markup that is not JSON",
    { text: "hi", reply_markup: "{oops" },
    "400 Bad Request: can't parse reply_markup JSON object",
  ],
];

test.each(REFUSED)("a message with %s is refused and leaves no trace", async (_what, params, refusal) => {
  const before = world.phone.messages().length;
  const withChat = _what === "no chat" ? params : { chat_id, ...params };
  expect(await world.api.refusal("sendMessage", withChat)).toBe(refusal);
  expect(world.phone.messages()).toHaveLength(before);
});

test("a person who never wrote cannot be written to", async () => {
  const silent = await world.control.createPerson({ firstName: "Silent" });
  expect(await world.api.refusal("sendMessage", { chat_id: silent.id, text: "hi" })).toBe(
    "403 Forbidden: bot can't initiate conversation with a user",
  );
});

test("a client who blocked the bot, or is gone, cannot be reached", async () => {
  const aylin = await world.control.createPerson({ firstName: "Aylin" });
  const phone = world.control.phone({ bot: world.bot.id, person: aylin.id });
  const write = () => world.api.refusal("sendMessage", { chat_id: aylin.id, text: "hi" });
  await phone.start();
  phone.block();
  expect(await write()).toBe("403 Forbidden: bot was blocked by the user");
  phone.unblock();
  await world.api.ask("sendMessage", { chat_id: aylin.id, text: "welcome back" });
  world.control.deactivate(aylin.id);
  expect(await write()).toBe("403 Forbidden: user is deactivated");
});

test("a message is answered whole, with the chat's next number", async () => {
  const { message_id } = await world.api.ask<Message>("sendMessage", { chat_id, text: "one" });
  const sent = await world.api.ask<Message>("sendMessage", { chat_id, text: " 4096 fit ".padEnd(4096, ".") });
  expect(sent).toMatchObject({
    message_id: message_id + 1,
    from: { id: world.bot.id, is_bot: true },
    chat: { id: chat_id, type: "private", first_name: "Dimitar" },
  });
  expect(sent.date).toBeGreaterThan(1_700_000_000);
  expect(sent.text?.startsWith("4096 fit")).toBe(true);
});

test("each chat counts its own messages", async () => {
  const rosa = await world.control.createPerson({ firstName: "Rosa" });
  await world.control.phone({ bot: world.bot.id, person: rosa.id }).start();
  const sent = await world.api.ask<Message>("sendMessage", { chat_id: rosa.id, text: "hola" });
  expect(sent.message_id).toBe(2);
});

test("forms carry nested objects as JSON text", async () => {
  const form = new URLSearchParams({ chat_id: String(chat_id), text: "rate us" });
  form.set("reply_markup", JSON.stringify(button("rate:42:1")));
  form.set("reply_parameters", JSON.stringify({ message_id: 1 }));
  const { body } = await world.api.form<Message>("sendMessage", form);
  expect(body).toMatchObject({
    ok: true,
    result: { reply_to_message: { message_id: 1, text: "/start" }, reply_markup: button("rate:42:1") },
  });
  expect(world.phone.messages().at(-1)?.buttons).toEqual([[{ text: "⭐", data: "rate:42:1" }]]);
});

test("a query string works as well", async () => {
  const answer = await fetch(`${world.api.address("sendmessage")}?chat_id=${chat_id}&text=by%20query`);
  expect(await answer.json()).toMatchObject({ ok: true, result: { text: "by query" } });
});

test("a missing original is ignored when the bot says so", async () => {
  const reply_parameters = { message_id: 999, allow_sending_without_reply: true };
  const sent = await world.api.ask<Message>("sendMessage", { chat_id, text: "hi", reply_parameters });
  expect(sent.reply_to_message).toBeUndefined();
});

test("HTML marks become entities, and the limit counts the remaining text", async () => {
  const text = `<b>Hello</b> &lt;you&gt; <a href="https://x.example/">here</a>`;
  const sent = await world.api.ask<Message>("sendMessage", { chat_id, text, parse_mode: "HTML" });
  expect(sent).toMatchObject({
    text: "Hello <you> here",
    entities: [
      { type: "bold", offset: 0, length: 5 },
      { type: "text_link", offset: 12, length: 4, url: "https://x.example/" },
    ],
  });
});

test("places, contacts and typing reach the phone", async () => {
  await world.api.ask("sendLocation", { chat_id, latitude: 43.2, longitude: "27.91" });
  await world.api.ask("sendVenue", {
    chat_id,
    latitude: 43.2,
    longitude: 27.9,
    title: "Gate",
    address: "Varna",
  });
  await world.api.ask("sendContact", { chat_id, phone_number: "+35952000", first_name: "Desk" });
  expect(world.phone.messages().slice(-3)).toMatchObject([
    { type: "location", place: { latitude: 43.2, longitude: 27.91 } },
    { type: "venue", place: { title: "Gate", address: "Varna" } },
    { type: "contact", contact: { name: "Desk", phone: "+35952000" } },
  ]);
  expect(await world.api.ask("sendChatAction", { chat_id, action: "typing" })).toBe(true);
  expect(await world.api.refusal("sendChatAction", { chat_id, action: "dancing" })).toBe(
    "400 Bad Request: wrong parameter action in request",
  );
});
