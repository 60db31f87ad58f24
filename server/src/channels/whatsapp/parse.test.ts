import { describe, expect, test } from "vitest";
import { oddValues } from "../../../../test/world/odd-values.ts";
import { parseChange } from "./parse.ts";
import { messagesChange } from "./payload.ts";

const sentOn = new Date(1_795_000_600_000);
const contacts = [
  { profile: { name: "Olena K", username: "olena.k" }, wa_id: "380501112233", user_id: "UA.7f3k20ab" },
];
const from = {
  externalId: "UA.7f3k20ab",
  alias: "380501112233",
  name: "Olena K",
  username: "olena.k",
  lang: null,
  proofs: [{ kind: "number", value: "380501112233" }],
};
const ids = {
  from: "380501112233",
  from_user_id: "UA.7f3k20ab",
  id: "wamid.IN1",
  timestamp: "1795000600",
};

function parse(value: object) {
  const metadata = { display_phone_number: "380440001122", phone_number_id: "201330456678901" };
  return parseChange(messagesChange.parse({ metadata, contacts, ...value }));
}
const eventsOf = (message: object) => parse({ messages: [{ ...ids, ...message }] }).events;
const media = (type: string, more: object = {}) => ({
  type,
  [type]: { id: "778812003344", mime_type: "image/jpeg", sha256: "c2hh", ...more },
});

const hasMedia = (expected: object): expected is { media: object } =>
  "media" in expected && expected.media !== null;

describe("a client's message", () => {
  test.each<[string, object, object]>([
    [
      "text",
      { type: "text", text: { body: "Is order 7 ready?" } },
      { type: "text", content: "Is order 7 ready?" },
    ],
    [
      "image",
      media("image", { caption: "Broken" }),
      { type: "image", caption: "Broken", media: { ref: "778812003344", name: "photo.jpg" } },
    ],
    [
      "video",
      media("video", { mime_type: "video/mp4" }),
      { type: "video", media: { name: "video.mp4", mediaType: "video/mp4" } },
    ],
    [
      "voice message, whose parameters are no part of its type",
      media("audio", { mime_type: "audio/ogg; codecs=opus", voice: true }),
      { type: "audio", media: { name: "voice.ogg", mediaType: "audio/ogg" } },
    ],
    ["audio", media("audio", { mime_type: "audio/mpeg" }), { type: "audio", media: { name: "audio.mp3" } }],
    [
      "document under its own name",
      media("document", { mime_type: "application/pdf", filename: "bill.pdf" }),
      { type: "document", media: { name: "bill.pdf" } },
    ],
    [
      "sticker",
      media("sticker", { mime_type: "image/webp", animated: false }),
      { type: "image", media: { name: "sticker.webp" } },
    ],
    [
      "location",
      { type: "location", location: { latitude: 50.45, longitude: 30.52, name: "Shop", url: "https://x" } },
      { type: "location", content: '{"latitude":50.45,"longitude":30.52,"name":"Shop"}' },
    ],
    [
      "contacts as text",
      {
        type: "contacts",
        contacts: [
          { name: { formatted_name: "Ivan P" }, phones: [{ phone: "+380 67 000 0000", wa_id: "1" }] },
          { name: { first_name: "Anna" }, emails: [{ email: "anna@shop.example" }] },
        ],
      },
      { type: "text", content: "Ivan P, +380 67 000 0000\nAnna, anna@shop.example" },
    ],
    [
      "button",
      { type: "button", button: { payload: "p1", text: "Thanks" } },
      { type: "text", content: "Thanks" },
    ],
    [
      "list reply",
      { type: "interactive", interactive: { type: "list_reply", list_reply: { id: "r", title: "Refund" } } },
      { type: "text", content: "Refund" },
    ],
    [
      "button reply",
      { type: "interactive", interactive: { type: "button_reply", button_reply: { id: "b", title: "Yes" } } },
      { type: "text", content: "Yes" },
    ],
    [
      "form's answer",
      { type: "interactive", interactive: { type: "nfm_reply", nfm_reply: { body: "Sent" } } },
      { type: "text", content: "Sent" },
    ],
    [
      "order",
      {
        type: "order",
        order: { text: "Quick please", product_items: [{ product_retailer_id: "tea", quantity: 2 }] },
      },
      { type: "text", content: "2 × tea\nQuick please" },
    ],
    [
      "kind that is not handed over",
      { type: "unsupported", errors: [{ code: 131051, title: "Message type unknown" }] },
      { type: "unsupported", content: "", media: null },
    ],
    ["kind that is new", { type: "hologram", hologram: { id: "1" } }, { type: "unsupported", content: "" }],
  ])("%s", (_kind, message, expected) => {
    expect(eventsOf(message)).toEqual([
      expect.objectContaining({
        ...expected,
        ...(hasMedia(expected) && { media: expect.objectContaining(expected.media) }),
        kind: "message",
        externalId: "wamid.IN1",
        from,
        sentOn,
      }),
    ]);
  });

  test("an answer names the message it answers", () => {
    const [event] = eventsOf({ type: "text", text: { body: "Yes" }, context: { id: "wamid.OUT" } });
    expect(event).toMatchObject({ replyToExternalId: "wamid.OUT" });
  });

  test.each([
    ["set", { message_id: "wamid.OUT", emoji: "👍" }, "👍"],
    ["removed", { message_id: "wamid.OUT" }, null],
    ["removed by an empty one", { message_id: "wamid.OUT", emoji: "" }, null],
  ])("a client's reaction %s", (_how, reaction, expected) => {
    const event = { kind: "reaction", externalId: "wamid.OUT", reaction: expected };
    expect(eventsOf({ type: "reaction", reaction })).toEqual([event]);
  });

  test("an edit of a text and of a caption is parsed", () => {
    const edit = (message: object) =>
      eventsOf({ type: "edit", edit: { original_message_id: "wamid.X", message } });
    expect(edit({ type: "text", text: { body: "new" } })).toEqual([
      { kind: "edit", externalId: "wamid.X", from, editedOn: sentOn, content: "new", caption: null },
    ]);
    expect(edit(media("image", { caption: "new" }))).toMatchObject([{ content: "", caption: "new" }]);
  });

  test("a deletion is parsed", () => {
    expect(eventsOf({ type: "revoke", revoke: { original_message_id: "wamid.X" } })).toEqual([
      { kind: "delete", externalId: "wamid.X" },
    ]);
  });

  test("a star of the rating question is parsed", () => {
    const id = "rate:0d6f6f6a-0000-4000-8000-000000000042:3";
    const interactive = { type: "button_reply", button_reply: { id, title: "⭐⭐⭐" } };
    expect(eventsOf({ type: "interactive", interactive, context: { id: "wamid.Q" } })).toMatchObject([
      { kind: "rating", rating: 3, clickId: "wamid.IN1", questionExternalId: "wamid.Q" },
    ]);
  });

  test("a changed number is parsed, with the new user id or without", () => {
    const system = { type: "user_changed_number", body: "…", wa_id: "380502223344" };
    const by = ({ externalId, alias }: typeof from) => expect.objectContaining({ externalId, alias });
    expect(eventsOf({ type: "system", system })).toEqual([
      { kind: "move", from: by(from), to: { externalId: "380502223344", alias: null } },
    ]);
    expect(eventsOf({ type: "system", system: { ...system, user_id: "UA.new" } })).toEqual([
      { kind: "move", from: by(from), to: { externalId: "UA.new", alias: "380502223344" } },
    ]);
    expect(eventsOf({ type: "system", system: { type: "customer_identity_changed" } })).toEqual([]);
  });

  test("messages of groups are dropped", () => {
    expect(eventsOf({ type: "text", text: { body: "hi" }, group_id: "g1" })).toEqual([]);
  });
});

describe("the sender is known", () => {
  const senderOf = (message: object, more: object = {}) =>
    parse({
      messages: [{ id: "wamid.1", timestamp: "1795000600", type: "text", text: { body: "a" }, ...message }],
      ...more,
    }).events[0];

  test("a sender is known by number alone, as before user ids", () => {
    const contact = { profile: { name: "Olena" }, wa_id: "380501112233" };
    expect(senderOf({ from: "380501112233" }, { contacts: [contact] })).toMatchObject({
      from: { externalId: "380501112233", alias: null, name: "Olena" },
    });
  });

  test("a sender without a number is known by user id", () => {
    const contact = { profile: { name: "Olena" }, user_id: "UA.1" };
    expect(senderOf({ from_user_id: "UA.1" }, { contacts: [contact] })).toMatchObject({
      from: { externalId: "UA.1", alias: null, name: "Olena" },
    });
  });

  test("a sender is known without a name", () => {
    expect(senderOf({ from: "380501112233" }, { contacts: [] })).toMatchObject({
      from: { name: "+380501112233" },
    });
  });

  test("a message of a sender who is not known at all is dropped", () => {
    expect(senderOf({})).toBeUndefined();
  });
});

describe("statuses", () => {
  const receipt = (status: object) =>
    parse({ statuses: [{ id: "wamid.OUT", timestamp: "1", ...status }] }).events;
  const messageId = "0d6f6f6a-0000-4000-8000-000000000042";

  test.each([
    ["sent", "sent"],
    ["delivered", "delivered"],
    ["read", "read"],
    ["played", "read"],
  ])("the status %s becomes a receipt", (status, expected) => {
    expect(receipt({ status, biz_opaque_callback_data: messageId })).toEqual([
      { kind: "receipt", externalId: "wamid.OUT", messageId, status: expected, reason: null },
    ]);
  });

  test("a failure is parsed, with its code as a reason", () => {
    const errors = [{ code: 131047, title: "Re-engagement message" }];
    expect(receipt({ status: "failed", errors })).toEqual([
      {
        kind: "receipt",
        externalId: "wamid.OUT",
        messageId: null,
        status: "failed",
        reason: { code: "reply_window_closed", facts: {} },
      },
    ]);
  });

  test("another program's data beside a message is not read as an id of ours", () => {
    expect(receipt({ status: "sent", biz_opaque_callback_data: "m-77" })).toMatchObject([
      { messageId: null },
    ]);
  });

  test("only a failure counts of a reaction's statuses", () => {
    const mark = { biz_opaque_callback_data: `reaction:${messageId}` };
    expect(receipt({ status: "delivered", ...mark })).toEqual([]);
    const errors = [{ code: 131026, title: "Message undeliverable" }];
    expect(receipt({ status: "failed", errors, ...mark })).toMatchObject([
      { kind: "reactionFailed", messageId, reason: { code: "client_undeliverable" } },
    ]);
  });

  test("a status that is new changes nothing", () => {
    expect(receipt({ status: "teleported" })).toEqual([]);
  });
});

test.each([
  ["a known kind of another shape", { type: "image", image: { id: 7 } }],
  ["a place without numbers", { type: "location", location: { latitude: "north" } }],
])("a message of %s is an unsupported one", (_name, message) => {
  expect(eventsOf(message)).toMatchObject([{ kind: "message", type: "unsupported", content: "" }]);
});

test("a malformed field does not lose the message", () => {
  const message = { type: "text", text: { body: "Hello" }, context: { id: null }, errors: "none" };
  expect(eventsOf(message)).toMatchObject([{ type: "text", content: "Hello", replyToExternalId: null }]);
});

test("an unreadable message loses no other", () => {
  const good = { ...ids, type: "text", text: { body: "good" } };
  const { events, unread } = parse({ messages: [{ id: 7 }, good, null], statuses: [{ status: "sent" }] });
  expect([events.length, unread]).toEqual([1, 3]);
});

test.each([
  ["a user id of Bulgaria", { from_user_id: "BG.7f3k20ab" }, "bg"],
  ["a Mexican number", { from: "525512345678", from_user_id: undefined }, "es"],
  ["a Dominican number", { from: "18091234567", from_user_id: undefined }, "es"],
  ["a number of the United States", { from: "12125551234", from_user_id: undefined }, null],
  ["a country of several languages", { from_user_id: "BE.7f3k20ab" }, null],
])("the language of %s is derived from its country", (_what, sender, lang) => {
  const [event] = eventsOf({ type: "text", text: { body: "7?" }, ...sender });
  expect(event).toMatchObject({ from: { lang } });
});

describe("whatever the provider says besides", () => {
  const isId = (odd: unknown) => typeof odd === "string" && odd.trim().length > 0 && odd.length <= 200;

  test("a message arrives whatever else the provider says, unless it names a group", () => {
    for (const odd of oddValues) {
      const found = eventsOf({ type: "text", text: { body: "Hi" }, group_id: odd, system: odd });
      expect(found, JSON.stringify(odd)).toHaveLength(isId(odd) ? 0 : 1);
    }
  });

  test("a changed number moves the client to the id that can be read, whatever else the provider says", () => {
    for (const odd of oddValues) {
      const moved = (system: object) =>
        eventsOf({ type: "system", system: { type: "user_changed_number", ...system } });
      const number = { wa_id: "380501112244", user_id: odd };
      const person = { wa_id: odd, user_id: "UA.9k3" };
      expect(moved(person), JSON.stringify(odd)).toMatchObject([
        { kind: "move", to: { externalId: "UA.9k3" } },
      ]);
      expect(moved(number), JSON.stringify(odd)).toMatchObject([
        {
          kind: "move",
          to: isId(odd) ? { alias: "380501112244" } : { externalId: "380501112244", alias: null },
        },
      ]);
    }
  });

  test("a receipt counts whatever else the provider says", () => {
    for (const odd of oddValues) {
      const status = { id: "wamid.OUT1", status: "read", biz_opaque_callback_data: odd, errors: odd };
      expect(parse({ statuses: [status] }).events, JSON.stringify(odd)).toMatchObject([{ status: "read" }]);
    }
  });
});
