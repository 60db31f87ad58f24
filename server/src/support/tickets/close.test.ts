import { randomUUID } from "node:crypto";
import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import type { VisitorConversation } from "@parley/contract/visitors";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectWebChat, openVisitorBrowser } from "../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { lockTicket } from "../ticket/access.ts";
import { reopenTicket } from "./open.ts";
import { ratingQuestion } from "./rating-question.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

const close = (agent: Parameters<World["as"]>[0], ticketid: string, more: object = {}) =>
  world.as(agent).post("/close-ticket", { ticketid, ...more });
const messagesOf = (id: string) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("message").selectAll().where("ticket_id", "=", id).orderBy("seq").execute(),
  );

test("closing is refused signed out, from another company, or not as the handler", async () => {
  const { id } = await world.ticket({ handler: "jonas" });
  const refunds = await world.ticket({ department: "refunds" });
  const theirs = await world.ticket({ department: "general" });
  expect((await world.stranger.post("/close-ticket", { ticketid: id })).statusCode).toBe(401);
  expect((await close("mira", refunds.id)).statusCode).toBe(404);
  expect((await close("ingrid", theirs.id)).statusCode).toBe(404);
  const refused = await close("mira", id);
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({ code: "not_handler" });
  expect(await messagesOf(id)).toHaveLength(1);
});

test("a ticket that a colleague closed is already closed", async () => {
  const { id } = await world.ticket({ handler: "mira", closedBy: "ingrid", closed: true });
  expect((await close("mira", id)).json()).toMatchObject({ code: "ticket_closed" });
});

test("a closed ticket has the server's actor and time, not the body's", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const answer = await close("mira", id, {
    userid: world.agents.jonas.id,
    closed_by_name: "Somebody else",
    departmentid: world.departments.refunds.id,
    created_on: 0,
  });
  expect(answer.json<Ticket>()).toMatchObject({
    stage: "closed",
    closed_by_name: "Mira Halvorsen",
    closed_on: world.clock.now().toISOString(),
    departmentid: world.departments.bookings.id,
    userid: world.agents.mira.id,
    can: { accept: false, reply: false, close: false, reassign: false, spam: true, delete: false },
  });
});

test.each(["ingrid", "tomas"] as const)("the agent %s closes a pending ticket", async (agent) => {
  const { id } = await world.ticket();
  expect((await close(agent, id)).json<Ticket>()).toMatchObject({ stage: "closed", userid: null });
});

test("the timeline says who closed the ticket, and the client gets the rating question", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  await close("mira", id);
  const [, line, question] = await messagesOf(id);
  expect(line).toMatchObject({
    type: "close",
    content: "Mira Halvorsen",
    agent_id: world.agents.mira.id,
    status: null,
  });
  expect(question).toMatchObject({
    type: "text",
    content: ratingQuestion("en"),
    purpose: "rating_question",
    status: "queued",
    is_agent: true,
    agent_id: null,
  });
  const jobs = await world.context.pool.query("select 1 from graphile_worker.jobs where key = $1", [
    `deliver:${id}`,
  ]);
  expect(jobs.rowCount).toBe(1);
});

test("a visitor of a web chat, whose screen shows the stars, gets no question", async () => {
  const chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
  const visitor = openVisitorBrowser(world, chat);
  const { id } = (await visitor.write("Is the pier open?")).conversation;
  await world.as("mira").post("/acceptTicket", { ticketid: id });
  world.published.length = 0;
  await close("mira", id);
  expect((await messagesOf(id)).map(({ type }) => type)).toEqual(["text", "close"]);
  expect(world.published.map(({ event }) => event)).toEqual(["closeTicket", "newMessage"]);
  const [shown] = (await visitor.get("me")).json<{ conversations: VisitorConversation[] }>().conversations;
  expect(shown).toMatchObject({ can_rate: true, unread: 0, last: { mine: true } });
});

test("viewers of the ticket get the closing and then its line", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  await close("mira", id);
  expect(world.published.map(({ event }) => event)).toEqual(["closeTicket", "newMessage", "newMessage"]);
  expect(world.published[0]?.payload).toEqual({
    ticketid: id,
    stage_version: 1,
    closed_on: world.clock.now().toISOString(),
    closed_by_name: "Mira Halvorsen",
    departmentid: world.departments.bookings.id,
  });
});

test("closing twice changes nothing, in turn or at once", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const answers = await Promise.all([1, 2, 3].map(() => close("mira", id)));
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
  expect((await messagesOf(id)).map(({ type }) => type)).toEqual(["text", "close", "text"]);
});

test("the rating question is in the client's language", async () => {
  const { id, client_external_id } = await world.ticket({ handler: "mira" });
  await world.desk("harbour", ({ db }) =>
    db
      .updateTable("client_identity")
      .set({ lang: "ru-RU" })
      .where("external_id", "=", client_external_id)
      .execute(),
  );
  await close("mira", id);
  const asked = world.published.at(-1)?.payload as Message;
  expect(asked.content).toBe(ratingQuestion("ru"));
});

test("each language has its own question; any other tag, or none, is asked in English", () => {
  const all = ["en", "af", "bg", "tr", "es", "ru", "nl", "ja"].map(ratingQuestion);
  expect(new Set(all).size).toBe(8);
  for (const tag of ["pt-BR", "", "xx", "constructor", null]) expect(ratingQuestion(tag)).toBe(all[0]);
  expect(ratingQuestion("NL_be")).toBe(ratingQuestion("nl"));
});

test("a ticket that is closed silently asks its client nothing, until it is closed again", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  await close("mira", id, { silently: true });
  expect((await messagesOf(id)).map(({ type }) => type)).toEqual(["text", "close"]);
  await world.desk("harbour", async (scope) => {
    const ticket = await lockTicket(scope, id);
    if (ticket) await reopenTicket(scope, ticket, { clientName: "Olena Koval" });
  });
  world.clock.advance(1000);
  await close("mira", id);
  expect((await messagesOf(id)).map(({ type }) => type)).toEqual([
    "text",
    "close",
    "reopen",
    "close",
    "text",
  ]);
});

test("a visitor whose conversation is closed silently gets no stars, and can give none", async () => {
  const chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
  const visitor = openVisitorBrowser(world, chat);
  const { id } = (await visitor.write("Is the pier open?")).conversation;
  await world.as("mira").post("/acceptTicket", { ticketid: id });
  await close("mira", id, { silently: true });
  const [shown] = (await visitor.get("me")).json<{ conversations: VisitorConversation[] }>().conversations;
  expect(shown).toMatchObject({ state: "closed", can_rate: false });
  const rated = await visitor.post("rate", { conversation: id, stars: 3 });
  expect(rated.json()).toMatchObject({ reason: { code: "conversation_not_rated" } });
});

test("the last message goes out before the closing and its question; a repeat sends nothing more", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const lastMessage = { content: "Goodbye!", messageid: randomUUID(), seenSeq: 1 };
  for (let times = 0; times < 2; times += 1) await close("mira", id, { lastMessage });
  expect(await messagesOf(id)).toMatchObject([
    { type: "text" },
    { type: "text", content: "Goodbye!", id: lastMessage.messageid, status: "queued" },
    { type: "close" },
    { type: "text", purpose: "rating_question", status: "queued" },
  ]);
});

test("a last message that may not be sent leaves the ticket open and unanswered", async () => {
  const lastMessage = { content: "Goodbye!", messageid: randomUUID() };
  const { id } = await world.ticket({ handler: "mira" });
  const refusals = [
    [await close("ingrid", id, { lastMessage }), "not_handler"],
    [await close("mira", id, { lastMessage: { ...lastMessage, seenSeq: 0 } }), "client_wrote"],
    [
      await close("mira", id, { lastMessage: { ...lastMessage, content: "a".repeat(4097) } }),
      "message_too_long",
    ],
    [await close("mira", id, { lastMessage: { content: "  " } }), "field_missing"],
  ] as const;
  for (const [answer, code] of refusals) expect(JSON.stringify(answer.json())).toContain(code);
  expect((await messagesOf(id)).map(({ type }) => type)).toEqual(["text"]);
});
