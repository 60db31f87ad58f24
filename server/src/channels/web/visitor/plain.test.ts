/** A text in an open conversation: stored and answered in one round trip, with the same result as the longer way. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { VisitorConversation, VisitorMessage } from "@parley/contract/visitors";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signProof } from "../../../../../test/world/proof.ts";
import { countStatements } from "../../../../../test/world/statements.ts";
import {
  connectWebChat,
  openVisitorBrowser,
  type VisitorBrowser,
  type WebChat,
} from "../../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../../test/world.ts";
import { lockTicket } from "../../../support/ticket/access.ts";
import { markSeen } from "../../../support/tickets/seen.ts";

let world: World;
let chat: WebChat;
let visitor: VisitorBrowser;
let conversation: string;
beforeAll(async () => {
  world = await createWorld();
  chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
});
afterAll(() => world.close());
beforeEach(async () => {
  visitor = openVisitorBrowser(world, chat);
  conversation = (await visitor.write("Hello")).conversation.id;
});

/** Sends as a frame does in an existing conversation. */
const send = (more: object = {}, browser = visitor) =>
  browser.post("send", {
    messageid: randomUUID(),
    conversation,
    type: "text",
    content: "Are you there?",
    ...more,
  });
const conversations = async (browser = visitor) =>
  (await browser.get("me")).json().conversations as VisitorConversation[];
const messages = async (of = conversation) =>
  (await visitor.get(`messages?conversation=${of}`)).json().messages as VisitorMessage[];

test("the short way takes two round trips, and answers what a fetch shows", async () => {
  await world.as("mira").post("/acceptTicket", { ticketid: conversation });
  await world.as("mira").post("/send-message", { ticketid: conversation, content: "Yes." });
  await world.work("mira", (scope) => markSeen(scope, conversation, 1));
  await world.drain();
  for (const named of [conversation, null]) {
    const { answer, statements } = await countStatements(world, () => send({ conversation: named }));
    expect(statements).toHaveLength(2);
    expect(statements.map((statement) => statement.split("; ").at(-1)?.slice(0, 6))).toEqual([
      "select",
      "commit",
    ]);
    const { conversation: shown, message } = answer.json();
    expect(await conversations()).toEqual([shown]);
    expect(shown).toMatchObject({ state: "accepted", unread: 1, agent: { name: "Mira" } });
    expect((await messages()).at(-1)).toEqual(message);
  }
});

test("a text in a conversation that another unit of work holds waits, and is one message", async () => {
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holder = world.desk("harbour", async (scope) => {
    await lockTicket(scope, conversation);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const sending = send({ content: "Held" });
  const first = await Promise.race([sending.then(() => "sent"), wait(300, "it waits")]);
  released.resolve();
  await holder;
  expect(first).toBe("it waits");
  expect((await sending).json().message.content).toBe("Held");
  expect((await messages()).map(({ content }) => content)).toEqual(["Hello", "Held"]);
});

test("a repeat is one message, another visitor's id is refused, and an agent's message is not overwritten", async () => {
  await world.as("mira").post("/acceptTicket", { ticketid: conversation });
  const reply = await world.as("mira").post("/send-message", { ticketid: conversation, content: "Yes." });
  const messageid = randomUUID();
  const answers = await Promise.all(Array.from({ length: 5 }, () => send({ messageid })));
  expect(new Set(answers.map(({ body }) => JSON.stringify(JSON.parse(body).message))).size).toBe(1);
  const other = openVisitorBrowser(world, chat);
  const theirs = (await other.write("Hi")).conversation.id;
  expect((await send({ messageid, conversation: theirs }, other)).statusCode).toBe(409);
  const before = await messages();
  await send({ messageid: reply.json().messageid });
  expect(await messages()).toEqual(before);
});

test("a message to another visitor's conversation, of an unknown token, or of a blocked client gets nothing", async () => {
  const other = openVisitorBrowser(world, chat);
  await other.write("Hi");
  expect((await send({}, other)).statusCode).toBe(404);
  expect((await send({}, openVisitorBrowser(world, chat))).statusCode).toBe(401);
  const { rows } = await world.context.pool.query("select client_id from ticket where id = $1", [
    conversation,
  ]);
  await world.as("ingrid").post(`/admin/${rows[0].client_id}/block`);
  expect((await send()).statusCode).toBe(403);
});

test("a message continues the conversation that identify merged, and reopens a closed one", async () => {
  const exp = world.clock.now().getTime() / 1000 + 3600;
  const jwt = signProof({ sub: randomUUID(), name: "Rosa", exp }, chat.identify_secret);
  expect((await visitor.post("identify", { jwt })).statusCode).toBe(200);
  expect((await send({ conversation: null })).json().conversation.id).toBe(conversation);
  await world.as("mira").post("/acceptTicket", { ticketid: conversation });
  await world.as("mira").post("/close-ticket", { ticketid: conversation });
  expect((await send()).json().conversation).toMatchObject({ id: conversation, closed_on: null });
});
