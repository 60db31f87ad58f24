/** Sends at the provider's HTTP edge, played by its simulator. */
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../../../../simulator/src/server.ts";
import { WhatsAppControl } from "../../../../simulator/src/whatsapp/control.ts";
import type { WhatsAppPhone } from "../../../../simulator/src/whatsapp/phone.ts";
import { stateOf } from "../../../../simulator/src/whatsapp/state.ts";
import type { Adapter, Channel, Outgoing, OutgoingFile } from "../seam/adapter.ts";
import { createWhatsAppAdapter } from "./adapter.ts";
import { createGraph } from "./api.ts";
import { whatsappSettings } from "./settings.ts";

let simulator: Simulator;
let control: WhatsAppControl;
let adapter: Adapter;
let channel: Channel;
let to: string;
let phone: WhatsAppPhone;
beforeAll(async () => {
  simulator = await startSimulator();
  control = new WhatsAppControl(simulator.network);
  const channelSettings = whatsappSettings.parse({ WHATSAPP_API_URL: simulator.url });
  adapter = createWhatsAppAdapter(createGraph({ channelSettings }));
  const reach = { get: async () => ({ status: 200, body: "" }), post: async () => 200 };
  const { number, token } = control.createNumber({ reach, receipts: false });
  const credentials = {
    accessToken: token,
    wabaId: number.wabaId,
    phoneNumberId: number.id,
    app: null,
    pin: null,
  };
  channel = {
    companyId: "",
    id: "",
    platform: "whatsapp",
    externalId: number.id,
    name: "Harbour Travel",
    credentials: JSON.stringify(credentials),
  };
});
afterAll(() => simulator.close());
beforeEach(() => {
  simulator.control.clearFaults();
  const person = control.createPerson({ name: "Olena" });
  to = person.userId;
  phone = control.phone(channel.externalId, person);
  phone.write("Hello");
});

const withTimeout = () => AbortSignal.timeout(5000);
const send = (facts: Partial<Outgoing>) =>
  adapter.send(
    channel,
    {
      messageId: crypto.randomUUID(),
      to,
      type: "text",
      content: "",
      caption: null,
      file: null,
      replyToExternalId: null,
      ratingFor: null,
      ...facts,
    },
    withTimeout(),
  );

const bytes = Buffer.from("The bytes of a file");
const file = (mediaType: string, facts: Partial<OutgoingFile> = {}): OutgoingFile => ({
  name: "holiday.bin",
  mediaType,
  size: bytes.length,
  width: null,
  height: null,
  duration: null,
  read: async () => Readable.from([bytes]),
  publicLink: () => "",
  ...facts,
});
const sent = () => phone.messages().filter(({ fromBusiness }) => fromBusiness);
/** The message that arrived, and the upload it names. */
function arrived() {
  const content = sent().at(-1)?.content;
  const part = content?.[content.type] as { id?: string } & Record<string, unknown>;
  const { id, ...facts } = part;
  const media = stateOf(simulator.network).media.get(id ?? "");
  return { type: content?.type, facts, media: media && { mime: media.mime, bytes: media.bytes } };
}

test("a place arrives with its name", async () => {
  const place = { latitude: 49.84, longitude: 24.03, name: "The quay", address: "1 Quay" };
  expect(await send({ type: "location", content: JSON.stringify(place) })).toEqual({
    outcome: "sent",
    externalId: sent()[0]?.id,
  });
  expect(arrived()).toEqual({ type: "location", facts: place, media: undefined });
});

describe("a file", () => {
  const caption = "The harbour";
  test.each([
    ["a photo", "image", "image/jpeg", "image/jpeg", { caption }],
    ["a video", "video", "video/mp4", "video/mp4", { caption }],
    ["a voice message", "audio", "audio/ogg", "audio/ogg", { voice: true }],
    ["a recording of an iPhone", "audio", "audio/x-m4a", "audio/mp4", {}],
    ["a document", "document", "application/pdf", "application/pdf", { caption, filename: "holiday.bin" }],
  ] as const)("%s arrives as %s, byte for byte", async (_what, type, mediaType, mime, facts) => {
    expect((await send({ type, caption, file: file(mediaType) })).outcome).toBe("sent");
    expect(arrived()).toEqual({ type, facts, media: { mime, bytes } });
  });

  test.each([
    ["image", "image/gif"],
    ["image", "image/webp"],
    ["video", "video/webm"],
    ["audio", "audio/wav"],
  ] as const)("%s of the type %s goes as a document with its name", async (type, mediaType) => {
    expect((await send({ type, caption, file: file(mediaType) })).outcome).toBe("sent");
    const facts = { caption, filename: "holiday.bin" };
    expect(arrived()).toEqual({ type: "document", facts, media: { mime: mediaType, bytes } });
  });

  test.each([
    ["image", "image/png", 5],
    ["video", "video/mp4", 16],
    ["audio", "audio/mpeg", 16],
  ] as const)("%s above its limit goes as a document", async (type, mediaType, megabytes) => {
    const large = Buffer.alloc(megabytes * 2 ** 20 + 1);
    const read = async () => Readable.from([large]);
    const outcome = await send({ type, file: file(mediaType, { size: large.length, read }) });
    expect([outcome.outcome, arrived().type]).toEqual(["sent", "document"]);
  });

  test("a file is refused with the provider's reason when the upload is refused", async () => {
    simulator.control.addFault({
      kind: "error",
      code: 131_053,
      bot: Number(channel.externalId),
      method: "media",
    });
    expect(await send({ type: "image", file: file("image/jpeg") })).toMatchObject({
      outcome: "refused",
      reason: { code: "media_not_taken" },
    });
    expect(sent()).toEqual([]);
  });

  test.each(["error", "acceptThenDrop"] as const)(
    "a file whose upload has an unknown end (%s) has sent nothing, and is tried again",
    async (kind) => {
      const on = { bot: Number(channel.externalId), method: "media" };
      simulator.control.addFault(kind === "error" ? { kind, code: 131_000, ...on } : { kind, ...on });
      expect((await send({ type: "image", file: file("image/jpeg") })).outcome).toBe("tryAgain");
      expect(sent()).toEqual([]);
    },
  );

  test("a file that cannot be read is tried again", async () => {
    const read = () => Promise.reject(Object.assign(new Error("gone"), { code: "ENOENT" }));
    expect(await send({ type: "document", file: file("text/plain", { read }) })).toMatchObject({
      outcome: "tryAgain",
      reason: { code: "file_unreadable_error", facts: { error: "ENOENT" } },
    });
  });
});

describe("stars", () => {
  const ticketId = "6a0f2ad4-0000-4000-8000-000000000001";
  /** Sends the question, and presses two stars. */
  async function pressed() {
    expect((await send({ content: "How was it?", ratingFor: { ticketId } })).outcome).toBe("sent");
    const [question] = sent();
    return phone.press(question?.id ?? "", "⭐⭐");
  }
  const acknowledge = (clickId: string) =>
    adapter.acknowledgeRating(
      channel,
      { chatId: to, messageId: null, clickId, rating: 2, thanks: "Danke!" },
      withTimeout(),
    );

  test("a press is thanked by one reaction, however often it is acknowledged", async () => {
    const press = await pressed();
    expect(press.content).toMatchObject({
      interactive: { button_reply: { id: `rate:${ticketId}:2`, title: "⭐⭐" } },
    });
    await acknowledge(press.id);
    await acknowledge(press.id);
    expect(press.reactions).toEqual({ business: "🙏" });
    expect(sent()).toHaveLength(1);
  });

  test("refused thanks for stars end there; temporary trouble is worth another try", async () => {
    const press = await pressed();
    const on = { bot: Number(channel.externalId), method: "messages" };
    simulator.control.addFault({ kind: "error", code: 131_047, ...on });
    await expect(acknowledge(press.id)).resolves.toBeUndefined();
    simulator.control.addFault({ kind: "error", code: 131_016, ...on });
    await expect(acknowledge(press.id)).rejects.toThrow("WhatsApp");
    simulator.control.addFault({ kind: "reset", ...on });
    await expect(acknowledge(press.id)).rejects.toThrow("WhatsApp");
    expect(press.reactions).toEqual({});
    await acknowledge(press.id);
    expect(press.reactions).toEqual({ business: "🙏" });
  });
});

describe("a message that cannot go to a user id", () => {
  const alias = "380509990111";
  beforeEach(() => {
    stateOf(simulator.network).people.clear();
    const person = control.createPerson({ name: "Olena", waId: alias, byNumber: ["text", "reaction"] });
    to = person.userId;
    phone = control.phone(channel.externalId, person);
    phone.write("Hello");
  });

  test("a message that cannot go to a user id goes to the client's number, once", async () => {
    const outcome = await send({ content: "Order 7 is ready", alias });
    expect(sent().map(({ content }) => content)).toMatchObject([{ text: { body: "Order 7 is ready" } }]);
    expect(outcome).toEqual({ outcome: "sent", externalId: sent()[0]?.id });
  });

  test("a reaction that cannot go to a user id goes to the number as well", async () => {
    const [written] = phone.messages();
    const reaction = {
      to,
      alias,
      messageId: crypto.randomUUID(),
      externalId: written?.id ?? "",
      reaction: "👍",
    };
    expect(await adapter.react?.(channel, reaction, withTimeout())).toEqual({ outcome: "sent" });
    expect(written?.reactions).toEqual({ business: "👍" });
  });

  test.each([
    ["no other id", null],
    ["another user id", "UA.other"],
  ])("a message that cannot go to a user id fails when %s is known", async (_what, other) => {
    const outcome = await send({ content: "Order 7 is ready", alias: other });
    expect(outcome).toMatchObject({ outcome: "refused", reason: { code: "phone_number_needed" } });
    expect(sent()).toEqual([]);
  });
});
