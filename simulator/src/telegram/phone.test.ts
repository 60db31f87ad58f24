import type { Update } from "@grammyjs/types";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type OutsideWorld, openWorld } from "../outside.ts";

let world: OutsideWorld;
let seen = 0;
beforeAll(async () => {
  world = await openWorld();
  await world.api.ask("getUpdates", { allowed_updates: ["message", "edited_message", "my_chat_member"] });
});
beforeEach(() => updates());
afterAll(() => world.simulator.close());

async function updates(): Promise<Update[]> {
  const fresh = await world.api.ask<Update[]>("getUpdates", { offset: seen + 1 });
  seen = Math.max(seen, ...fresh.map(({ update_id }) => update_id));
  return fresh;
}

test("an act that a phone cannot do is refused", async () => {
  const { phone, chat_id, api } = world;
  const sent = await api.ask<{ message_id: number }>("sendMessage", { chat_id, text: "from the bot" });
  expect(() => phone.edit(sent.message_id, "forged")).toThrow("only what the client wrote");
  expect(() => phone.edit(999, "x")).toThrow("There is no message 999");
  expect(() => phone.press(sent.message_id, "rate")).toThrow('has no button "rate"');
  await expect(phone.write("x", { replyTo: 999 })).rejects.toThrow("There is no message 999 to reply to");
  await expect(phone.send({ type: "photo", file: { sample: "moon" } })).rejects.toThrow("no photo sample");
});

test("a person who blocked the bot cannot write to it, and the bot gets both changes", async () => {
  world.phone.block();
  await expect(world.phone.write("hello?")).rejects.toThrow("blocked");
  world.phone.unblock();
  expect((await updates()).map(({ my_chat_member }) => my_chat_member?.new_chat_member.status)).toEqual([
    "kicked",
    "member",
  ]);
});

test("every kind of message has Telegram's shape", async () => {
  const { phone } = world;
  const kinds = [
    "photo",
    "voice",
    "audio",
    "video",
    "video_note",
    "animation",
    "document",
    "sticker",
  ] as const;
  for (const type of kinds) await phone.send({ type });
  const messages = (await updates()).map(({ message }) => message);
  expect(messages.map((message) => kinds.find((kind) => message?.[kind]))).toEqual(kinds);
  expect(messages[0]?.photo?.map(({ width }) => width)).toEqual([90, 320, 1280]);
  expect(messages[1]?.voice).toMatchObject({ mime_type: "audio/ogg", duration: 5 });
  expect(messages[3]?.video).toMatchObject({ mime_type: "video/mp4", width: 480, duration: 3 });
  expect(messages[3]?.video?.thumbnail?.width).toBe(320);
  expect(messages[4]?.video_note).toMatchObject({ length: 240 });
  expect(messages[5]?.document?.file_id).toBe(messages[5]?.animation?.file_id);
  expect(messages[6]?.document).toMatchObject({ mime_type: "application/pdf" });
  expect(messages[7]?.sticker).toMatchObject({ type: "regular", is_animated: false, emoji: "😄" });
});

test("places and contacts have Telegram's shape too; only one's own contact carries the id", async () => {
  const { phone, chat_id } = world;
  await phone.send({ type: "location", latitude: 43.2, longitude: 27.9 });
  await phone.send({ type: "venue", latitude: 43.2, longitude: 27.9, title: "Sea Garden", address: "Varna" });
  await phone.send({ type: "contact" });
  await phone.send({ type: "contact", phone: "+359888000111", firstName: "Ivan" });
  const messages = (await updates()).map(({ message }) => message);
  expect(messages.at(-1)?.contact).not.toHaveProperty("user_id");
  expect(messages).toMatchObject([
    { location: { latitude: 43.2, longitude: 27.9 } },
    { venue: { title: "Sea Garden" }, location: { latitude: 43.2 } },
    { contact: { first_name: "Dimitar", user_id: chat_id } },
    { contact: { first_name: "Ivan", phone_number: "+359888000111" } },
  ]);
});

test("an album is one update per piece with one group", async () => {
  await world.phone.sendAlbum([{ type: "photo", caption: "both" }, { type: "photo" }]);
  const [first, second] = (await updates()).map(({ message }) => message);
  expect(first?.caption).toBe("both");
  expect(first?.media_group_id).toBe(second?.media_group_id);
});

test("a reply quotes the message, which itself quotes nothing", async () => {
  const first = await world.phone.write("first line of many");
  const second = await world.phone.write("second", { replyTo: first.id, quote: "line" });
  await world.phone.write("third", { replyTo: second.id });
  const [, replied, nested] = (await updates()).map(({ message }) => message);
  expect(replied).toMatchObject({
    reply_to_message: { message_id: first.id, text: "first line of many" },
    quote: { text: "line", position: 6, is_manual: true },
  });
  expect(nested?.reply_to_message?.message_id).toBe(second.id);
  expect(nested?.reply_to_message).not.toHaveProperty("reply_to_message");
});

test("an edit is an edited_message with the same number; the first update keeps its words", async () => {
  const { id } = await world.phone.write("Friday");
  world.phone.edit(id, "Saturday");
  expect(await updates()).toMatchObject([
    { message: { message_id: id, text: "Friday" } },
    { edited_message: { message_id: id, text: "Saturday", edit_date: expect.any(Number) } },
  ]);
});

test("messages written at once keep their order", async () => {
  const texts = Array.from({ length: 20 }, (_, n) => `line ${n}`);
  await Promise.all(texts.map((text) => world.phone.write(text)));
  expect((await updates()).map(({ message }) => message?.text)).toEqual(texts);
});

test("waitFor finds present and future messages", async () => {
  const coming = world.phone.waitFor(({ text }) => text === "later");
  await world.api.ask("sendMessage", { chat_id: world.chat_id, text: "later" });
  expect((await coming).side).toBe("bot");
  await expect(world.phone.waitFor(({ text }) => text === "never", 5)).rejects.toThrow("in vain");
});
