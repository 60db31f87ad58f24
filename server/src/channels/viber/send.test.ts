import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../../../../simulator/src/server.ts";
import {
  createAccount,
  openChat,
  type ViberAccount,
  type ViberChat,
} from "../../../../simulator/src/viber/accounts.ts";
import type { Channel, Outgoing, OutgoingFile } from "../seam/adapter.ts";
import { createViberApi } from "./api.ts";
import { createViberSend, senderName } from "./send.ts";

let simulator: Simulator;
let account: ViberAccount;
let chat: ViberChat;
let channel: Channel;
beforeAll(async () => {
  simulator = await startSimulator();
  account = createAccount(simulator.network, { name: "Harbour" });
  account.webhook = "https://desk.example/hook";
  account.confirms = false;
  account.fetchFile = async () => ({ status: 200, type: "image/jpeg", bytes: Buffer.alloc(20) });
  const { id } = await simulator.control.createPerson({ firstName: "Olena" });
  const person = simulator.network.people.get(id);
  if (!person) throw new Error("The person is not there");
  chat = openChat(simulator.network, account, person);
  channel = {
    companyId: "",
    id: "",
    platform: "viber",
    externalId: account.externalId,
    name: "Harbour Travel",
    credentials: account.token,
  };
});
afterAll(() => simulator.close());
beforeEach(() => {
  chat.subscribed = true;
  chat.unanswered = [];
  simulator.control.clearRequests();
});

const ticketId = "6a0f2ad4-0000-4000-8000-000000000001";
const send = (facts: Partial<Outgoing>) =>
  createViberSend(createViberApi(simulator.url))(
    channel,
    {
      messageId: "m1",
      to: chat.userId,
      type: "text",
      content: "",
      caption: null,
      file: null,
      replyToExternalId: null,
      ratingFor: null,
      ...facts,
    },
    AbortSignal.timeout(5000),
  );
const sent = () => simulator.control.requests({ method: "send_message" }).map(({ params }) => params);

/** A file as the desk serves it. */
function file(name: string, mediaType: string, facts: Partial<OutgoingFile> = {}): OutgoingFile {
  return {
    name,
    mediaType,
    size: 20,
    width: null,
    height: null,
    duration: null,
    read: () => Promise.reject(new Error("Viber takes no uploads")),
    publicLink: (days) => `https://desk.example/m/${days}days/${name}`,
    ...facts,
  };
}

test("a text carries our id and the account's name; the id of the answer keeps every digit", async () => {
  const outcome = await send({ content: "Hello" });
  expect(sent()).toEqual([
    expect.objectContaining({
      receiver: chat.userId,
      sender: { name: "Harbour Travel" },
      tracking_data: "m1",
      type: "text",
      text: "Hello",
    }),
  ]);
  expect(outcome).toEqual({ outcome: "sent", externalId: chat.log.messages().at(-1)?.externalId });
  expect(Number.isSafeInteger(Number((outcome as { externalId: string }).externalId))).toBe(false);
});

test.each([
  ["Harbour Travel", "Harbour Travel"],
  ["👍".repeat(30), "👍".repeat(28)],
  ["  ", "…"],
])("the sender %s is sent as %s", (name, expected) => {
  expect(senderName(name)).toBe(expected);
});

test.each([
  [
    "image",
    file("a.jpg", "image/jpeg"),
    { type: "picture", text: "Look", media: "https://desk.example/m/14days/a.jpg" },
  ],
  ["image", file("a.webp", "image/webp"), { type: "file", file_name: "a.webp" }],
  ["image", file("a.gif", "image/gif"), { type: "file", file_name: "a.gif" }],
  ["video", file("a.mp4", "video/mp4", { duration: 6400 }), { type: "video", size: 20, duration: 7 }],
  ["video", file("a.mp4", "video/mp4", { duration: 181_000 }), { type: "file" }],
  ["video", file("a.webm", "video/webm"), { type: "file" }],
  ["audio", file("a.ogg", "audio/ogg"), { type: "file", size: 20, file_name: "a.ogg" }],
  ["document", file("bill.pdf", "application/pdf"), { type: "file", size: 20, file_name: "bill.pdf" }],
] as const)("an outgoing %s becomes a message of Viber's, %#", async (type, outgoing, expected) => {
  expect((await send({ type, file: outgoing, caption: "Look" })).outcome).toBe("sent");
  expect(sent()).toEqual([expect.objectContaining(expected)]);
});

test("a place is sent without its name", async () => {
  const content = JSON.stringify({
    latitude: 50.4,
    longitude: 30.5,
    name: "Office",
    address: "Main street 1",
  });
  expect((await send({ type: "location", content })).outcome).toBe("sent");
  expect(sent()).toEqual([expect.objectContaining({ type: "location", location: { lat: 50.4, lon: 30.5 } })]);
});

test.each(["setup.exe", "tool.APK", "run.command"])(
  "a file named %s is refused before Viber is asked",
  async (name) => {
    expect(await send({ type: "document", file: file(name, "application/octet-stream") })).toMatchObject({
      outcome: "refused",
      reason: { code: "file_type_refused", facts: { name } },
    });
    expect(sent()).toEqual([]);
  },
);

test("a file without an extension gets that of its link", async () => {
  const outgoing = file("README", "text/plain", { publicLink: () => "https://desk.example/m/x/README.txt" });
  await send({ type: "document", file: outgoing });
  expect(sent()).toEqual([expect.objectContaining({ file_name: "README.txt" })]);
});

test("stars are keys that put nothing into the chat", async () => {
  await send({ content: "How was it?", ratingFor: { ticketId } });
  const [asked] = sent();
  expect(asked).toMatchObject({ min_api_version: 7, keyboard: { Type: "keyboard" } });
  expect(asked?.keyboard).toMatchObject({
    Buttons: [1, 2, 3].map((stars) => ({ ActionBody: `rate:${ticketId}:${stars}`, Silent: true })),
  });
});

test("a client with an older app is asked by plain keys", async () => {
  simulator.control.addFault({ bot: account.id, method: "send_message", kind: "error", code: 13 });
  expect((await send({ content: "How was it?", ratingFor: { ticketId } })).outcome).toBe("sent");
  const [, again] = sent();
  expect(again?.min_api_version).toBeUndefined();
  expect(JSON.stringify(again)).not.toContain("Silent");
});

test("a client who is not subscribed is not reachable", async () => {
  chat.subscribed = false;
  expect(await send({ content: "Hello" })).toMatchObject({ outcome: "refused", unreachable: true });
});

test("after a hundred messages without a reply the next one waits", async () => {
  chat.unanswered = Array.from({ length: 100 }, () => Date.now());
  expect(await send({ content: "Hello" })).toMatchObject({ outcome: "tryAgain" });
});
