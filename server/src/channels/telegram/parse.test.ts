import { describe, expect, test } from "vitest";
import { oddValues } from "../../../../test/world/odd-values.ts";
import { parseUpdate, readUpdate } from "./parse.ts";

const olena = {
  id: 550077,
  is_bot: false,
  first_name: "Olena",
  last_name: "Koval",
  username: "olena_k",
  language_code: "uk",
};
const chat = { id: 550077, type: "private", first_name: "Olena" };
const base = { message_id: 51, from: olena, chat, date: 1_795_000_100 };
const ticketId = "0f9d5a52-4c1e-4a8e-9a36-2f5f3c0a7d11";

function parse(body: object) {
  const update = readUpdate({ update_id: 880_001, ...body });
  return update && parseUpdate(update);
}

const message = (content: object) => parse({ message: { ...base, ...content } })?.[0];
const stored = { file_id: "AgAC", file_unique_id: "AQ", file_size: 1290 };

describe("updates that are ignored", () => {
  test.each([
    ["nothing", null],
    ["a text", "update"],
    ["no number", { message: base }],
    ["a message without a chat", { update_id: 1, message: { message_id: 1, date: 1 } }],
  ])("%s is no update", (_name, json) => {
    expect(readUpdate(json)).toBeNull();
  });

  test.each(["group", "supergroup", "channel"])("a message in a %s is ignored", (type) => {
    expect(parse({ message: { ...base, chat: { id: -100, type }, text: "Hi" } })).toEqual([]);
    expect(parse({ edited_message: { ...base, chat: { id: -100, type }, text: "Hi" } })).toEqual([]);
  });

  test("an unrequested kind of update is ignored", () => {
    expect(parse({ poll_answer: { poll_id: "1" } })).toEqual([]);
  });

  test.each(["", "rate:42:3", `rate:${ticketId}:4`, `rate:${ticketId}:0`, `rate:${ticketId}:3:x`, "other"])(
    "a press with the data %j is ignored",
    (data) => {
      expect(parse({ callback_query: { id: "1", from: olena, data } })).toEqual([]);
    },
  );
});

test("a text is parsed with its author", () => {
  expect(message({ text: "Where is order 7?" })).toEqual({
    kind: "message",
    externalId: "550077:51",
    from: { externalId: "550077", name: "Olena Koval", username: "olena_k", lang: "uk" },
    sentOn: new Date(1_795_000_100_000),
    type: "text",
    content: "Where is order 7?",
    caption: null,
    media: null,
    album: null,
    replyToExternalId: null,
  });
});

test("a client may lack last name, user name and language", () => {
  const from = { id: 550077, is_bot: false, first_name: "Olena" };
  expect(message({ from, text: "Hi" })).toMatchObject({
    from: { name: "Olena", username: null, lang: null },
  });
});

test("a name of only blanks is replaced by a placeholder", () => {
  expect(message({ from: { id: 7, is_bot: false, first_name: " " }, text: "Hi" })).toMatchObject({
    from: { name: "Client 7" },
  });
});

test("a photo is its largest size", () => {
  const photo = [
    { ...stored, file_id: "small", width: 90, height: 67 },
    { ...stored, file_id: "large", width: 1280, height: 960, file_size: 182_004 },
  ];
  expect(message({ photo, caption: "Broken box", media_group_id: "139" })).toMatchObject({
    type: "image",
    content: "",
    caption: "Broken box",
    album: "139",
    media: {
      ref: "large",
      name: "photo.jpg",
      mediaType: "image/jpeg",
      size: 182_004,
      width: 1280,
      height: 960,
      duration: null,
    },
  });
});

const square = { width: 240, height: 240 };

test.each([
  ["voice", { voice: { ...stored, duration: 3, mime_type: "audio/ogg" } }, "audio", "voice.ogg"],
  ["audio", { audio: { ...stored, duration: 3, file_name: "song.mp3" } }, "audio", "song.mp3"],
  ["audio by title", { audio: { ...stored, duration: 3, performer: "A", title: "B" } }, "audio", "A – B.mp3"],
  ["video", { video: { ...stored, ...square, duration: 3, file_name: "box.mp4" } }, "video", "box.mp4"],
  ["video note", { video_note: { ...stored, length: 240, duration: 3 } }, "video", "video.mp4"],
  [
    "animation, repeated as a document",
    { animation: { ...stored, ...square, duration: 3 }, document: { ...stored, file_id: "other" } },
    "video",
    "animation.mp4",
  ],
  ["document", { document: { ...stored, file_name: "invoice.pdf" } }, "document", "invoice.pdf"],
  ["sticker", { sticker: { ...stored, ...square, type: "regular" } }, "image", "sticker.webp"],
  ["video sticker", { sticker: { ...stored, ...square, is_video: true } }, "video", "sticker.webm"],
])("an update with %s is parsed", (_name, content, type, name) => {
  expect(message(content)).toMatchObject({ type, media: { ref: "AgAC", name, size: 1290 } });
});

test("a duration is in milliseconds", () => {
  expect(message({ voice: { ...stored, duration: 3 } })).toMatchObject({ media: { duration: 3000 } });
});

test("an animated sticker is shown by its thumbnail, without one by its emoji", () => {
  const sticker = { ...stored, ...square, is_animated: true, emoji: "🎉" };
  const thumbnail = { ...stored, ...square, file_id: "thumb" };
  expect(message({ sticker: { ...sticker, thumbnail } })).toMatchObject({
    type: "image",
    media: { ref: "thumb" },
  });
  expect(message({ sticker })).toMatchObject({ type: "text", content: "🎉", media: null });
});

test("places are parsed", () => {
  const location = { latitude: 42.5, longitude: 23.25 };
  expect(message({ location })).toMatchObject({ type: "location", content: JSON.stringify(location) });
  const venue = { location, title: "Pier 4", address: "Harbour Road 1" };
  expect(JSON.parse(String((message({ venue, location }) as { content: string }).content))).toEqual({
    ...location,
    name: "Pier 4",
    address: "Harbour Road 1",
  });
});

test.each([
  [
    { contact: { phone_number: "+380441112233", first_name: "Petro", last_name: "K" } },
    "Contact: Petro K, +380441112233",
  ],
  [{ dice: { emoji: "🎲", value: 5 } }, "🎲 5"],
  [{ poll: { id: "1", question: "When?" } }, "Poll: When?"],
])("a kind the desk does not know is described in words: %j", (content, text) => {
  expect(message(content)).toMatchObject({ type: "text", content: text });
});

test.each([
  ["a kind that is new", { something_new: { a: 1 } }],
  ["a known kind of another shape", { document: { file_id: 7 } }],
])("an update with %s is an unsupported message, and an edit to it changes nothing", (_name, content) => {
  expect(message(content)).toMatchObject({ kind: "message", type: "unsupported", content: "" });
  expect(parse({ edited_message: { ...base, edit_date: 1_795_000_500, ...content } })).toEqual([]);
});

test("a malformed field does not lose the message", () => {
  const reply_to_message = { message_id: "40" };
  expect(message({ text: "Yes", reply_to_message, media_group_id: 7 })).toMatchObject({
    ...{ type: "text", content: "Yes", album: null, replyToExternalId: null },
  });
});

test("a reply names the message it answers", () => {
  const reply_to_message = { message_id: 40, date: 1, chat };
  expect(message({ text: "Yes", reply_to_message })).toMatchObject({ replyToExternalId: "550077:40" });
});

test("an edit is parsed", () => {
  const edited = { ...base, edit_date: 1_795_000_500, text: "Where is order 8?" };
  expect(parse({ edited_message: edited })).toMatchObject([
    {
      kind: "edit",
      externalId: "550077:51",
      editedOn: new Date(1_795_000_500_000),
      content: "Where is order 8?",
      caption: null,
    },
  ]);
});

test("a reaction, another one, and none are parsed", () => {
  const react = (new_reaction: object[]) =>
    parse({
      message_reaction: { chat, message_id: 71, user: olena, date: 1, old_reaction: [], new_reaction },
    });
  expect(react([{ type: "emoji", emoji: "👍" }])).toEqual([
    { kind: "reaction", externalId: "550077:71", reaction: "👍" },
  ]);
  expect(react([{ type: "custom_emoji", custom_emoji_id: "5" }])).toMatchObject([{ reaction: null }]);
  expect(react([])).toMatchObject([{ reaction: null }]);
});

test("a pressed star is parsed, also on a message Telegram no longer shows", () => {
  const data = `rate:${ticketId}:3`;
  const press = { id: "236", from: olena, data, message: { message_id: 71, date: 0, chat } };
  expect(parse({ callback_query: press })).toMatchObject([
    { kind: "rating", ticketId, rating: 3, clickId: "236", questionExternalId: "550077:71" },
  ]);
});

test("blocking and unblocking the bot are parsed", () => {
  const member = (status: string) =>
    parse({ my_chat_member: { chat, from: olena, date: 1, new_chat_member: { status } } });
  expect(member("kicked")).toMatchObject([{ kind: "reachable", reachable: false }]);
  expect(member("member")).toMatchObject([{ kind: "reachable", reachable: true, reason: null }]);
  expect(member("restricted")).toEqual([]);
});

describe("whatever Telegram says besides, nothing is lost", () => {
  const files: [string, (odd: unknown) => object][] = [
    ["photo", (odd) => ({ photo: [{ ...stored, width: odd, height: odd, file_size: odd }] })],
    ["video", (odd) => ({ video: { ...stored, width: odd, height: odd, duration: odd, thumbnail: odd } })],
    ["animation", (odd) => ({ animation: { ...stored, width: odd, height: odd, duration: odd } })],
    ["video note", (odd) => ({ video_note: { ...stored, length: odd, duration: odd, thumbnail: odd } })],
    ["voice message", (odd) => ({ voice: { ...stored, duration: odd, mime_type: odd } })],
    ["audio", (odd) => ({ audio: { ...stored, duration: odd, performer: odd, title: odd } })],
    ["document", (odd) => ({ document: { ...stored, file_name: odd, mime_type: odd } })],
    ["sticker", (odd) => ({ sticker: { ...stored, width: odd, height: odd, emoji: odd, is_video: odd } })],
  ];

  test.each(files)("a %s with odd values keeps its file", (_what, fileOf) => {
    for (const odd of oddValues) {
      const found = message(fileOf(odd));
      expect(found, JSON.stringify(odd)).toMatchObject({ media: { ref: "AgAC" } });
      const media = found?.kind === "message" ? found.media : null;
      for (const figure of [media?.width, media?.height, media?.duration])
        expect(figure === null || (Number.isInteger(figure) && (figure ?? 0) < 2 ** 31)).toBe(true);
    }
  });

  const odds = oddValues.map((odd) => ({
    ...olena,
    first_name: odd,
    last_name: odd,
    username: odd,
    language_code: odd,
  }));

  test("no value of who edits, reacts, presses or blocks loses the update", () => {
    for (const [at, from] of odds.entries()) {
      const odd = oddValues[at];
      const edited = { ...base, from, text: "Hi", edit_date: odd };
      expect(parse({ edited_message: edited })).toMatchObject([{ kind: "edit", content: "Hi" }]);
      const reaction = { chat, message_id: 51, user: odd, new_reaction: [{ type: "emoji", emoji: "👍" }] };
      for (const user of [odd, from])
        expect(parse({ message_reaction: { ...reaction, user } })).toMatchObject([{ reaction: "👍" }]);
      const press = { id: "1", from, data: `rate:${ticketId}:3` };
      expect(parse({ callback_query: press })).toMatchObject([{ kind: "rating", rating: 3 }]);
      const member = { chat, from, new_chat_member: { status: "kicked" } };
      expect(parse({ my_chat_member: member })).toMatchObject([{ kind: "reachable", reachable: false }]);
    }
  });
});
