import type { ErrorAnswer } from "@parley/contract/errors";
import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ChannelDriver, SimulatedClient } from "../../../../simulator/src/driver.ts";
import { driverOf } from "../../../../simulator/src/registry.ts";
import { accessAccount, type ViberAccount } from "../../../../simulator/src/viber/accounts.ts";
import { reportDelivered, reportFailed, reportSeen } from "../../../../simulator/src/viber/events.ts";
import { ViberPhone } from "../../../../simulator/src/viber/phone.ts";
import { callDesk, fileOfDesk } from "../../../../test/world/desk-calls.ts";
import { oddValues } from "../../../../test/world/odd-values.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { deliver } from "../outbound/deliver.ts";
import { signatureHeader, signatureOf } from "./webhook.ts";

let world: World;
let driver: ChannelDriver;
let account: ViberAccount;
let foreign: ViberAccount;
let url: string;
let client: SimulatedClient;
let phone: ViberPhone;
let lastToken = 6_000_000_000_000_000_000n;

beforeAll(async () => {
  world = await createWorld();
  driver = driverOf("viber", world.telegram, callDesk(world), fileOfDesk(world));
  const connect = async (agent: "ingrid" | "freya") => {
    const made = driver.newAccount();
    const departmentid = agent === "ingrid" ? world.departments.bookings.id : null;
    const answer = await world.as(agent).post("/channels/viber/connect", { ...made.body, departmentid });
    expect(answer.statusCode, answer.body).toBe(200);
    const connected = accessAccount(world.telegram.network, Number(made.externalId.slice(3)));
    return { connected, url: `/webhooks/viber/${answer.json().channelid}` };
  };
  ({ connected: account, url } = await connect("ingrid"));
  ({ connected: foreign } = await connect("freya"));
});
afterAll(() => world.close());
beforeEach(async () => {
  client = await driver.newClient(account.externalId);
  const person = [...account.chats.values()].find(({ userId }) => userId === client.externalId)?.person;
  if (!person) throw new Error("The client has no chat");
  const chat = world.telegram.control.chat({ account: account.id, person: person.user.id });
  if (!(chat instanceof ViberPhone)) throw new Error("This is no phone of Viber");
  phone = chat;
});

const nextToken = () => {
  lastToken += 1n;
  return String(lastToken);
};

/** A callback's text, as Viber writes it: the token is a bare number. */
function callback(event: string, fields: object, { token = nextToken(), at = 1_795_000_000_000 } = {}) {
  const rest = JSON.stringify(fields).slice(1);
  return `{"event":"${event}","timestamp":${at},"message_token":${token},${rest}`;
}

const sender = (id = client.externalId) => ({ id, name: "Olena", language: "bg", country: "BG" });
const textOf = (text: string, id?: string) =>
  callback("message", { sender: sender(id), message: { type: "text", text } });

function post(
  body: string,
  { token = account.token, signature }: { token?: string; signature?: string } = {},
) {
  const given = signature ?? signatureOf(token, Buffer.from(body)).toString("hex");
  return world.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/json", [signatureHeader]: given },
    payload: body,
  });
}

const messages = () =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("message")
      .innerJoin("ticket", "ticket.id", "message.ticket_id")
      .selectAll("message")
      .where("ticket.client_external_id", "=", client.externalId)
      .orderBy("message.seq")
      .execute(),
  );
const identity = () =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("client_identity")
      .selectAll()
      .where("external_id", "=", client.externalId)
      .executeTakeFirstOrThrow(),
  );

test("a message arrives whatever Viber says about its sender and its file", async () => {
  for (const [index, odd] of oddValues.entries()) {
    const from = { ...sender(), name: odd, language: odd, country: odd, avatar: odd };
    const message = { type: "file", text: odd, media: odd, file_name: odd, size: odd, duration: odd };
    expect((await post(callback("message", { sender: from, message }))).statusCode).toBe(200);
    expect(await messages(), JSON.stringify(odd)).toHaveLength(index + 1);
  }
});

test("a person who subscribes or opens a conversation is received whatever Viber says about them", async () => {
  for (const odd of oddValues)
    for (const event of ["subscribed", "conversation_started"]) {
      const user = { ...sender(), name: odd, language: odd, country: odd, avatar: odd };
      const answer = await post(callback(event, { user, subscribed: odd }));
      expect(answer.statusCode, `${event} ${JSON.stringify(odd)}`).toBe(200);
    }
});

test("the documentation's signature is accepted", () => {
  const body =
    '{"event":"webhook","timestamp":1790000000000,"chat_hostname":"SN-101_","message_token":5951234567890123457}';
  expect(signatureOf("4f1cdemo-token-0001", Buffer.from(body)).toString("hex")).toBe(
    "0d8629fac2cc0f88c6975b8759a1033a965a5044b7e202840ad5d01b33302fa2",
  );
});

test("a signature by another token, of other bytes, cut or missing is 401, and nothing is written", async () => {
  const body = textOf("forged");
  const right = signatureOf(account.token, Buffer.from(body)).toString("hex");
  const attempts = [
    { token: foreign.token },
    { token: "" },
    { signature: "" },
    { signature: "0".repeat(64) },
    { signature: right.slice(0, 32) },
    { signature: `${right}00` },
    { signature: `x${right.slice(1)}` },
  ];
  for (const attempt of attempts) expect((await post(body, attempt)).statusCode).toBe(401);
  expect((await post(body.replace("forged", "changed"), { signature: right })).statusCode).toBe(401);
  expect((await post(body.slice(0, -5), { signature: right })).statusCode).toBe(401);
  expect(await messages()).toEqual([]);
  expect(world.logged.join("\n")).not.toContain(right);
});

test("a message of another company's account reaches only that company", async () => {
  const answer = await world.app.inject({
    method: "POST",
    url: foreign.webhook.replace(/^https?:\/\/[^/]+/, ""),
    headers: {
      "content-type": "application/json",
      [signatureHeader]: signatureOf(account.token, Buffer.from(textOf("hello"))).toString("hex"),
    },
    payload: textOf("hello"),
  });
  expect(answer.statusCode).toBe(401);
  expect(await messages()).toEqual([]);
});

test("bytes that are no JSON are 400, and callbacks without a meaning are acknowledged", async () => {
  expect((await post("{")).statusCode).toBe(400);
  for (const body of [
    "{}",
    "null",
    callback("action", { user_id: "a" }),
    callback("hologram", {}).replace(",}", "}"),
  ])
    expect((await post(body)).statusCode).toBe(200);
});

test("a message that is replayed is one message, and its token keeps every digit", async () => {
  const body = textOf("Where is order 7?");
  for (let time = 0; time < 3; time += 1) expect((await post(body)).statusCode).toBe(200);
  expect((await messages()).map(({ external_id }) => external_id)).toEqual([String(lastToken)]);
});

test("two tokens that a number would hold alike are two messages", async () => {
  await post(textOf("one"));
  await post(textOf("two"));
  const ids = (await messages()).map(({ external_id }) => external_id);
  expect(new Set(ids).size).toBe(2);
  expect(new Set(ids.map(Number)).size).toBe(1);
});

test("language and country are taken from the client", async () => {
  await post(textOf("Hello"));
  expect(await identity()).toMatchObject({ lang: "bg", country: "BG", unreachable_on: null });
});

test("a client who unsubscribes is unreachable until they write or subscribe; older reports change nothing", async () => {
  await post(textOf("Hello"));
  const leave = (at: number) => post(callback("unsubscribed", { user_id: client.externalId }, { at }));
  const reachable = async () => (await identity()).unreachable_on === null;
  await leave(1_794_000_000_000);
  expect(await reachable()).toBe(true);
  await leave(1_795_000_001_000);
  expect([await reachable(), (await identity()).unreachable_reason?.code]).toEqual([
    false,
    "client_unsubscribed",
  ]);
  const write = (at: number) =>
    post(callback("message", { sender: sender(), message: { type: "text", text: "again" } }, { at }));
  await write(1_795_000_000_500);
  expect(await reachable()).toBe(false);
  await write(1_795_000_002_000);
  expect(await reachable()).toBe(true);
  await leave(1_795_000_003_000);
  await post(callback("subscribed", { user: sender() }, { at: 1_795_000_004_000 }));
  expect(await reachable()).toBe(true);
});

/** Sends texts as mira, and waits until they are on the phone. */
async function answered(...texts: string[]) {
  await client.write("Where is order 7?");
  await driver.delivered(account.externalId);
  const [{ ticket_id: ticketId = "" } = {}] = await messages();
  await world.as("mira").post("/acceptTicket", { ticketid: ticketId });
  for (const content of texts) {
    const sent = await world.as("mira").post("/send-message", { ticketid: ticketId, content });
    expect(sent.json<Message>().content).toBe(content);
  }
  await deliver(
    world.context,
    { companyId: world.companies.harbour.id, ticketId },
    new AbortController().signal,
  );
  const tokens = client.received().map(({ id }) => id);
  return { ticketId, tokens };
}
const statuses = async () =>
  (await messages()).filter(({ is_agent }) => is_agent).map(({ status }) => status);
const settle = () => driver.delivered(account.externalId);

test("receipts move a message forward, never back", async () => {
  const { tokens } = await answered("It is on its way.");
  const [token = ""] = tokens;
  reportDelivered(world.telegram.network, phone.chat, token);
  await settle();
  expect(await statuses()).toEqual(["delivered"]);
  reportSeen(world.telegram.network, phone.chat, token);
  reportDelivered(world.telegram.network, phone.chat, token);
  reportFailed(world.telegram.network, phone.chat, token, "too late");
  await settle();
  expect(await statuses()).toEqual(["read"]);
});

test("one report of seen covers all unread messages", async () => {
  const { tokens } = await answered("one", "two", "three");
  reportSeen(world.telegram.network, phone.chat, tokens[1] ?? "");
  await settle();
  expect(await statuses()).toEqual(["read", "read", "sent"]);
});

test("a message that Viber could not deliver fails with its words", async () => {
  const { tokens } = await answered("It is on its way.");
  reportFailed(world.telegram.network, phone.chat, tokens[0] ?? "", "The client is too old");
  await settle();
  const sent = (await messages()).findLast(({ is_agent }) => is_agent);
  expect([sent?.status, sent?.status_reason]).toEqual([
    "failed",
    { code: "provider", facts: { provider: "Viber", says: "The client is too old" } },
  ]);
});

test("a receipt for another company's message changes nothing", async () => {
  const { tokens } = await answered("It is on its way.");
  const body = callback("seen", { user_id: client.externalId }, { token: tokens[0] });
  const answer = await world.app.inject({
    method: "POST",
    url: foreign.webhook.replace(/^https?:\/\/[^/]+/, ""),
    headers: {
      "content-type": "application/json",
      [signatureHeader]: signatureOf(foreign.token, Buffer.from(body)).toString("hex"),
    },
    payload: body,
  });
  expect(answer.statusCode).toBe(200);
  expect(await statuses()).toEqual(["sent"]);
});

test("opening a conversation greets once, in the person's language, and opens no ticket", async () => {
  const opened = (id: string, facts: object = {}, token = nextToken()) =>
    callback(
      "conversation_started",
      { type: "open", user: { ...sender(id), ...facts }, subscribed: false },
      { token },
    );
  const body = opened("newcomer==");
  const first = await post(body);
  expect(first.json()).toEqual({
    type: "text",
    text: "Здравейте! Напишете въпроса си тук и ние ще Ви отговорим.",
    sender: { name: "Contract" },
  });
  // The answer may have been lost.
  expect((await post(body)).json()).toEqual(first.json());
  expect((await post(opened("newcomer=="))).json()).toEqual({});
  expect((await post(opened("other==", { language: "xx" }))).json()).toMatchObject({
    text: "Hello! Write your question here and we will answer you.",
  });
  const subscriber = callback("conversation_started", { user: sender("third=="), subscribed: true });
  expect((await post(subscriber)).json()).toEqual({});
  const found = await world.desk("harbour", ({ db }) =>
    db.selectFrom("client_identity").select("external_id").where("external_id", "=", "newcomer==").execute(),
  );
  expect(found).toEqual([]);
});

test("a press on a star thanks once, in the client's language, and the keys are gone", async () => {
  const { ticketId } = await answered("It is on its way.");
  await world.as("mira").post("/close-ticket", { ticketid: ticketId });
  await deliver(
    world.context,
    { companyId: world.companies.harbour.id, ticketId },
    new AbortController().signal,
  );
  const keys = () => phone.messages().flatMap(({ buttons }) => buttons?.flat() ?? []);
  expect(keys().map(({ text }) => text)).toEqual(["⭐", "⭐⭐", "⭐⭐⭐"]);
  await client.rate?.(2);
  await settle();
  await driver.repeat(account.externalId, client);
  await world.drain();
  expect(keys()).toEqual([]);
  const thanks = phone.messages().filter(({ text }) => text?.startsWith("⭐⭐ "));
  expect(thanks.map(({ text }) => text)).toEqual(["⭐⭐ Благодарим Ви!"]);
  expect((await messages()).filter(({ content }) => content.startsWith("rate:"))).toEqual([]);
});

test("a subscribed client is written to first and answers in that ticket; one who has left is not written to", async () => {
  const { ticketId } = await answered("It is on its way.");
  const close = (ticketid: string) => world.as("mira").post("/close-ticket", { ticketid });
  await close(ticketId);
  const { client_id: clientid } = await identity();
  const channelid = url.split("/").at(-1);
  const begin = (content: string) =>
    world.as("mira").post("/start-conversation", { channelid, clientid, content });
  const begun = await begin("Has it come?");
  const { ticketid } = begun.json<Ticket>();
  expect(ticketid, begun.body).not.toBe(ticketId);
  await deliver(
    world.context,
    { companyId: world.companies.harbour.id, ticketId: ticketid },
    new AbortController().signal,
  );
  expect(client.received().at(-1)?.text).toBe("Has it come?");
  await client.write("It has");
  await settle();
  const said = (await messages()).filter(({ ticket_id }) => ticket_id === ticketid);
  expect(said.map(({ content, status }) => [content, status])).toEqual([
    ["Has it come?", "sent"],
    ["It has", null],
  ]);
  await close(ticketid);
  await post(callback("unsubscribed", { user_id: client.externalId }, { at: Date.now() + 60_000 }));
  const refused = await begin("Are you there?");
  expect([refused.statusCode, refused.json<ErrorAnswer>().reason?.code]).toEqual([
    409,
    "client_unsubscribed",
  ]);
});
