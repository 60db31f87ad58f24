import { Readable } from "node:stream";
import { reasonOf } from "@parley/contract/reasons";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../../../../simulator/src/server.ts";
import type { Phone } from "../../../../simulator/src/telegram/phone.ts";
import { createAdapters } from "../../app/channels.ts";
import type { Adapter, Channel, Outgoing, OutgoingFile } from "../seam/adapter.ts";

let simulator: Simulator;
let adapter: Adapter;
let channel: Channel;
let phone: Phone;
let person: number;
const ticketId = "0f9d5a52-4c1e-4a8e-9a36-2f5f3c0a7d11";

beforeAll(async () => {
  simulator = await startSimulator();
  const { id, token, name } = simulator.control.createBot();
  ({ id: person } = await simulator.control.createPerson({ firstName: "Rosa" }));
  phone = simulator.control.phone({ bot: id, person });
  await phone.start();
  adapter = createAdapters({
    channelSettings: { TELEGRAM_API_URL: simulator.url },
    publicUrl: "https://desk.example",
    webhookPrivateHosts: [],
  }).of("telegram");
  channel = { companyId: "", id: "", platform: "telegram", externalId: String(id), name, credentials: token };
});
afterAll(() => simulator.close());
afterEach(() => simulator.control.clearFaults());

const signal = () => AbortSignal.timeout(5000);

const send = (facts: Partial<Outgoing>) =>
  adapter.send(
    channel,
    {
      messageId: "",
      to: String(person),
      type: "text",
      content: "",
      caption: null,
      file: null,
      replyToExternalId: null,
      ratingFor: null,
      ...facts,
    },
    signal(),
  );

function file(mediaType: string, facts: Partial<OutgoingFile> = {}): OutgoingFile {
  const bytes = Buffer.from("some bytes of a file");
  return {
    name: "name with ünïcode.bin",
    mediaType,
    size: bytes.length,
    width: null,
    height: null,
    duration: null,
    read: async () => Readable.from([bytes]),
    publicLink: () => "https://desk.example/m/token/name.bin",
    ...facts,
  };
}

const lastCall = () => simulator.control.requests({ person }).at(-1);

test("a text is sent as typed", async () => {
  const text = "<b>1 < 2</b> & *all* _that_";
  const outcome = await send({ content: text });
  const last = phone.messages().at(-1);
  expect(outcome).toEqual({ outcome: "sent", externalId: `${person}:${last?.id}` });
  expect(last).toMatchObject({ text, side: "bot" });
  expect(lastCall()?.params).not.toHaveProperty("parse_mode");
});

test.each([
  ["image", "image/jpeg", "sendPhoto"],
  ["image", "image/webp", "sendDocument"],
  ["image", "image/gif", "sendAnimation"],
  ["video", "video/mp4", "sendVideo"],
  ["video", "video/webm", "sendDocument"],
  ["audio", "audio/ogg", "sendVoice"],
  ["audio", "audio/mpeg", "sendAudio"],
  ["audio", "audio/mp4", "sendAudio"],
  ["audio", "audio/wav", "sendDocument"],
  ["document", "application/pdf", "sendDocument"],
] as const)("a %s of %s is sent by %s", async (type, mediaType, method) => {
  const outgoing = file(mediaType, { duration: type === "document" || type === "image" ? null : 2600 });
  const outcome = await send({ type, file: outgoing, caption: "See here" });
  // The simulator checks pictures, as Telegram does; this test only checks the call.
  if (method !== "sendPhoto" && method !== "sendAnimation") expect(outcome.outcome).toBe("sent");
  expect(lastCall()).toMatchObject({ method, params: { caption: "See here" } });
});

test.each([
  ["10 MB and more", { size: 10 * 2 ** 20 + 1 }],
  ["10 000 pixels and more", { width: 9000, height: 2000 }],
  ["20 times as wide as high", { width: 4200, height: 200 }],
])("a picture of %s is sent as a document", async (_name, facts) => {
  const outgoing = file("image/png", facts);
  const timeout = AbortSignal.timeout(1000);
  const message = { messageId: "", to: String(person), type: "image" as const, content: "", caption: null };
  const body = { ...message, file: outgoing, replyToExternalId: null, ratingFor: null };
  await adapter.send(
    channel,
    "size" in facts ? { ...body, file: { ...outgoing, ...whole(facts.size) } } : body,
    timeout,
  );
  expect(lastCall()?.method).toBe("sendDocument");
});

const provider = "Telegram";
const whole = (size: number) => ({ size, read: async () => Readable.from([Buffer.alloc(size)]) });

test("places are sent with and without a name", async () => {
  const point = { latitude: 42.5, longitude: 23.25 };
  expect((await send({ type: "location", content: JSON.stringify(point) })).outcome).toBe("sent");
  expect(lastCall()?.method).toBe("sendLocation");
  const named = { ...point, name: "Pier 4", address: "Harbour Road 1" };
  expect((await send({ type: "location", content: JSON.stringify(named) })).outcome).toBe("sent");
  expect(lastCall()).toMatchObject({ method: "sendVenue", params: { title: "Pier 4" } });
});

test("a file that cannot be read is tried again later", async () => {
  const read = async () => Promise.reject(Object.assign(new Error("gone"), { code: "EIO" }));
  expect(await send({ type: "document", file: file("text/plain", { read }) })).toMatchObject({
    outcome: "tryAgain",
    reason: reasonOf("file_unreadable_error", { error: "EIO" }),
  });
});

test.each([
  [403, "Forbidden: bot was blocked by the user", { unreachable: true, reason: reasonOf("bot_blocked") }],
  [
    403,
    "Forbidden: user is deactivated",
    { unreachable: true, reason: reasonOf("client_account_gone", { provider }) },
  ],
  [400, "Bad Request: chat not found", { reason: reasonOf("client_unknown", { provider }) }],
  [400, "Bad Request: odd thing", { reason: reasonOf("provider", { provider, says: "odd thing" }) }],
  [413, "Request Entity Too Large", { reason: reasonOf("file_too_large_for", { provider }) }],
  [401, "Unauthorized", { channelBroken: true }],
  [404, "Not Found", { channelBroken: true }],
])("the answer %i %s is a refusal", async (code, description, expected) => {
  simulator.control.addFault({ kind: "error", code, description, method: "sendMessage" });
  expect(await send({ content: "Hello" })).toMatchObject({ outcome: "refused", ...expected });
});

test("the stars of a rating question are pressed and thanked for, twice over", async () => {
  await send({ content: "How did we do?", ratingFor: { ticketId } });
  const question = phone.messages().at(-1);
  const clickId = phone.press(question?.id ?? 0, `rate:${ticketId}:3`);
  const click = {
    ...{ chatId: String(person), messageId: `${person}:${question?.id}`, clickId },
    ...{ rating: 3, thanks: "Danke!" },
  };
  await adapter.acknowledgeRating(channel, click, signal());
  await adapter.acknowledgeRating(channel, click, signal());
  expect(phone.messages().at(-1)).toMatchObject({ id: question?.id, text: "⭐⭐⭐ Danke!" });
  expect(() => phone.press(question?.id ?? 0, `rate:${ticketId}:3`)).toThrow(/no button/);
});

test("failed thanks are worth another try", async () => {
  simulator.control.addFault({ kind: "error", code: 502, method: "answerCallbackQuery" });
  const click = { chatId: String(person), messageId: null, clickId: "1", rating: 3, thanks: "Danke!" };
  await expect(adapter.acknowledgeRating(channel, click, signal())).rejects.toThrow("502");
  await adapter.acknowledgeRating(channel, click, signal());
});
