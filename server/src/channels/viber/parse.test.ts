import { expect, test } from "vitest";
import { oddValues } from "../../../../test/world/odd-values.ts";
import { parseTokens } from "./json.ts";
import { parseCallback, readCallback } from "./parse.ts";

const token = "5951234567890123457";
const sender = `{"id":"Qk7vTz1LmP0aXbYc2dEfGw==","name":"Olena K","avatar":"https://media.example/a.jpg","language":"uk","country":"UA","api_version":10}`;
const events = (text: string) => {
  const received = readCallback(parseTokens(text));
  return received ? parseCallback(received) : null;
};
const common = `"timestamp":1795000800123,"chat_hostname":"SN-101_","message_token":${token}`;
const messageOf = (message: object | string) =>
  events(
    `{"event":"message",${common},"sender":${sender},"message":${typeof message === "string" ? message : JSON.stringify(message)},"silent":false}`,
  );
const first = (message: object) => messageOf(message)?.[0];

test("a token above 2^53 keeps every digit", () => {
  expect(first({ type: "text", text: "Hello" })).toMatchObject({ externalId: token });
  expect(String(JSON.parse(token))).not.toBe(token);
});

test("a text that looks like a token stays as it was written", () => {
  const text = `{"message_token":${token}} "message_token":"1"`;
  expect(first({ type: "text", text })).toMatchObject({ content: text });
});

test("a message brings the client's name, language, country and picture", () => {
  expect(messageOf({ type: "text", text: "Hello", tracking_data: "t42" })).toEqual([
    {
      kind: "message",
      externalId: token,
      from: {
        externalId: "Qk7vTz1LmP0aXbYc2dEfGw==",
        name: "Olena K",
        username: null,
        lang: "uk",
        country: "UA",
        avatar: "https://media.example/a.jpg",
      },
      sentOn: new Date(1795000800123),
      type: "text",
      content: "Hello",
      caption: null,
      media: null,
      album: null,
      replyToExternalId: null,
    },
    expect.objectContaining({ kind: "reachable", reachable: true, at: new Date(1795000800123) }),
  ]);
});

const media = "https://media.example/x";
test.each([
  [
    { type: "picture", media, text: "Look" },
    { type: "image", caption: "Look", media: { name: "picture.jpg" } },
  ],
  [
    { type: "video", media, size: 1000, duration: 7, thumbnail: `${media}.jpg` },
    { type: "video", media: { ref: media, size: 1000, duration: 7000, still: `${media}.jpg` } },
  ],
  [
    { type: "file", media, file_name: "bill.pdf", file_size: 12 },
    { type: "document", media: { name: "bill.pdf", size: 12 } },
  ],
  [
    { type: "file", media, file_name: "voice.m4a" },
    { type: "audio", media: { name: "voice.m4a" } },
  ],
  [
    { type: "sticker", media, sticker_id: 40100 },
    { type: "image", media: { name: "sticker.png" } },
  ],
  [
    { type: "sticker", sticker_id: 40100 },
    { type: "unsupported", content: "" },
  ],
  [
    { type: "contact", contact: { name: "Ivan", phone_number: "+380441234567" } },
    { type: "text", content: "Contact: Ivan, +380441234567" },
  ],
  [
    { type: "url", media },
    { type: "text", content: media },
  ],
  [
    { type: "location", location: { lat: 50.4, lon: 30.5 } },
    { type: "location", content: '{"latitude":50.4,"longitude":30.5}' },
  ],
  [{ type: "hologram" }, { type: "unsupported", content: "" }],
  [{ type: "picture" }, { type: "unsupported", content: "" }],
  [
    { type: "text", text: "a\0b" },
    { type: "text", content: "ab" },
  ],
])("the content %j is received as its kind", (message, expected) => {
  expect(first(message)).toMatchObject(expected);
});

test("a press on a star is a rating, and no message", () => {
  const ticketId = "6a0f2ad4-0000-4000-8000-000000000001";
  expect(messageOf({ type: "text", text: `rate:${ticketId}:3` })).toEqual([
    expect.objectContaining({ kind: "rating", ticketId, rating: 3, clickId: token }),
    expect.objectContaining({ kind: "reachable" }),
  ]);
  expect(first({ type: "text", text: `rate:${ticketId}:4` })).toMatchObject({ kind: "message" });
});

test.each([
  [`"event":"delivered",${common},"user_id":"a="`, { status: "delivered", reason: null }],
  [`"event":"seen",${common},"user_id":"a="`, { status: "read", upTo: { client: "a=" } }],
  [
    `"event":"failed",${common},"user_id":"a=","desc":"not good"`,
    { status: "failed", reason: { code: "provider", facts: { says: "not good" } } },
  ],
  [`"event":"failed",${common},"user_id":"a="`, { status: "failed", reason: { code: "client_not_reached" } }],
])("the body {%s} is a receipt", (fields, expected) => {
  expect(events(`{${fields}}`)).toMatchObject([{ kind: "receipt", externalId: token, ...expected }]);
});

test("subscribing and unsubscribing say whether the client can be reached", () => {
  expect(events(`{"event":"subscribed",${common},"user":${sender}}`)).toMatchObject([
    { kind: "reachable", reachable: true },
  ]);
  expect(events(`{"event":"unsubscribed",${common},"user_id":"a="}`)).toMatchObject([
    {
      kind: "reachable",
      reachable: false,
      reason: { code: "client_unsubscribed" },
      from: { externalId: "a=" },
    },
  ]);
});

test("opening a conversation and the check of the webhook lead to no event", () => {
  expect(events(`{"event":"conversation_started",${common},"user":${sender},"subscribed":false}`)).toEqual(
    [],
  );
  expect(events(`{"event":"webhook",${common}}`)).toBeNull();
});

test.each([
  "{}",
  "[]",
  "null",
  '{"event":"message"}',
  `{"event":"delivered","timestamp":1,"message_token":"x","user_id":"a"}`,
])("the body of %s leads to no event", (text) => {
  expect(events(text)).toBeNull();
});

test("a client without a name gets a placeholder name", () => {
  const text = `{"event":"message",${common},"sender":{"id":"abcdefghij=="},"message":{"type":"text","text":"Hi"}}`;
  expect(events(text)?.[0]).toMatchObject({ from: { name: "Client abcdef", lang: null, country: null } });
});

test("whatever Viber says about who subscribes or opens a conversation, the event is read", () => {
  for (const odd of oddValues) {
    const user = { id: "Qk7vTz1LmP0aXbYc2dEfGw==", name: odd, avatar: odd, language: odd, country: odd };
    const about = `${common},"user":${JSON.stringify(user)},"subscribed":${JSON.stringify(odd)}`;
    const subscribed = { kind: "reachable", reachable: true, from: { externalId: user.id } };
    expect(events(`{"event":"subscribed",${about}}`), JSON.stringify(odd)).toMatchObject([subscribed]);
    expect(events(`{"event":"conversation_started",${about}}`), JSON.stringify(odd)).toEqual([]);
  }
});
