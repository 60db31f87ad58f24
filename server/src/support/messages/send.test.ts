import type { Message } from "@parley/contract/messages";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { audienceOf } from "../../floor/actors/rooms.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

const send = (agent: AgentName, body: object) => world.as(agent).post("/send-message", body);
const rows = (ticketId: string) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("message").selectAll().where("ticket_id", "=", ticketId).orderBy("seq").execute(),
  );

test("a reply is refused when signed out", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const answer = await world.stranger.post("/send-message", { ticketid, content: "Hello" });
  expect(answer.statusCode).toBe(401);
});

test("only the handler of an open ticket replies, others who see it do not", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const pending = await world.ticket();
  const closed = await world.ticket({ handler: "mira", closed: true });
  for (const agent of ["jonas", "tomas", "ingrid"] as const) {
    const answer = await send(agent, { ticketid, content: "Hello" });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: "not_handler" });
  }
  expect((await send("mira", { ticketid: pending.id, content: "Hello" })).json().code).toBe("not_handler");
  expect((await send("mira", { ticketid: closed.id, content: "Hello" })).json().code).toBe("ticket_closed");
  expect((await send("naledi", { ticketid, content: "Hello" })).statusCode).toBe(404);
  expect((await send("omar", { ticketid, content: "Hello" })).statusCode).toBe(404);
  expect(await rows(ticketid)).toHaveLength(1);
});

test("an empty message, one too long for the messenger, and NUL are refused with a clear text", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const bodies = [
    { ticketid, content: "  \n " },
    { ticketid },
    { ticketid, content: 7 },
    { ticketid, content: "a\0b" },
  ];
  for (const body of bodies) expect((await send("mira", body)).statusCode).toBe(400);
  const long = await send("mira", { ticketid, content: "x".repeat(4097) });
  expect(long.statusCode).toBe(400);
  expect(long.json().message).toMatch(/too long.*4097.*4096/);
  expect((await send("mira", { ticketid, content: "x".repeat(4096) })).statusCode).toBe(200);
  expect(await rows(ticketid)).toHaveLength(2);
});

test("a message is returned, queued, and published to those who see the ticket", async () => {
  const { id: ticketid, client_id, department_id } = await world.ticket({ handler: "mira" });
  const messageid = crypto.randomUUID();
  const answer = await send("mira", {
    ticketid,
    content: "  Your order is on its way.  ",
    isagent: false,
    messageid,
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.json<Message>()).toMatchObject({
    messageid,
    ticketid,
    seq: 2,
    type: "text",
    content: "Your order is on its way.",
    isagent: true,
    created_by: world.agents.mira.id,
    created_by_name: "Mira Halvorsen",
    clientid: client_id,
    receiverid: client_id,
    status: "queued",
    placeholder: false,
    path: null,
  });
  expect(world.published).toEqual([
    {
      event: "newMessage",
      payload: answer.json(),
      rooms: audienceOf(world.companies.harbour.id, department_id, answer.json().ticketid),
    },
  ]);
  const jobs = await world.context.pool.query("select 1 from graphile_worker.jobs where key = $1", [
    `deliver:${ticketid}`,
  ]);
  expect(jobs.rowCount).toBe(1);
});

test("a repeated id, one after the other or twenty times at once, is one row and the same answer", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const body = { ticketid, content: "Once", messageid: crypto.randomUUID() };
  const answers = await Promise.all(Array.from({ length: 20 }, () => send("mira", body)));
  answers.push(await send("mira", { ...body, content: "Something else" }));
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  expect(await rows(ticketid)).toHaveLength(2);
  expect(world.published).toHaveLength(1);
});

test("a repeat is still harmless after the ticket was closed", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const body = { ticketid, content: "Once", messageid: crypto.randomUUID() };
  await send("mira", body);
  await world.as("mira").post("/close-ticket", { ticketid });
  expect((await send("mira", body)).statusCode).toBe(200);
});

test("an id that another ticket, agent or company has is refused without naming it", async () => {
  const mine = await world.ticket({ handler: "mira" });
  const other = await world.ticket({ handler: "mira" });
  const jonas = await world.ticket({ handler: "jonas" });
  const messageid = crypto.randomUUID();
  await send("mira", { ticketid: mine.id, content: "secret", messageid });
  const refused = {
    message: "This message id is taken.",
    code: "conflict",
    reason: { code: "message_id_taken", facts: {} },
  };
  for (const [agent, ticketid] of [
    ["mira", other.id],
    ["jonas", jonas.id],
    ["jonas", mine.id],
  ] as const) {
    const answer = await send(agent, { ticketid, content: "Hello", messageid });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual(refused);
  }
  const theirs = await world.ticket({ department: "general", handler: "omar" });
  const answer = await send("omar", { ticketid: theirs.id, content: "Ours is another", messageid });
  expect(answer.json<Message>()).toMatchObject({ messageid, content: "Ours is another" });
});

test("one id sent to two tickets at once is one message", async () => {
  const tickets = [await world.ticket({ handler: "mira" }), await world.ticket({ handler: "mira" })];
  const messageid = crypto.randomUUID();
  const answers = await Promise.all(
    tickets.map(({ id: ticketid }) => send("mira", { ticketid, content: "Hello", messageid })),
  );
  expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409]);
});

test("twenty replies at once get the numbers two to twenty-one and times that increase within one millisecond", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => send("mira", { ticketid, content: `${index}` })),
  );
  const stored = await rows(ticketid);
  expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  const times = stored.map(({ created_on }) => created_on.getTime());
  expect(new Set(times).size).toBe(21);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test("a quote must be of the same ticket", async () => {
  const ticket = await world.ticket({ handler: "mira", messages: [] });
  const other = await world.ticket({ handler: "mira", messages: [] });
  const theirs = await world.ticket({ department: "general", messages: [] });
  const asked = await world.message(ticket, { content: "Where is order 7?" });
  const strange = [await world.message(other), await world.message(theirs), { id: crypto.randomUUID() }];
  for (const { id: originalMessageId } of strange) {
    const answer = await send("mira", { ticketid: ticket.id, content: "Here", originalMessageId });
    expect(answer.statusCode).toBe(404);
  }
  const answer = await send("mira", { ticketid: ticket.id, content: "Here", originalMessageId: asked.id });
  expect(answer.json<Message>()).toMatchObject({
    originalMessage: "Where is order 7?",
    originalMessageId: asked.id,
    originalMessageSeq: 1,
    originalMessageCreatedOn: asked.created_on.toISOString(),
    originalMessageType: "text",
    originalMessageIsAgent: false,
  });
});

test("a send is four round trips, however long the ticket", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const count = async () =>
    (
      await countStatements(world, () =>
        send("mira", { ticketid, content: "Hi", messageid: crypto.randomUUID() }),
      )
    ).statements.length;
  const first = await count();
  for (let index = 0; index < 40; index++) await send("mira", { ticketid, content: `${index}` });
  expect(await count()).toBe(first);
  // The round trips are the session; begin, with rights and lock; the message with its event; its job with the commit.
  expect(first).toBeLessThanOrEqual(4);
});
