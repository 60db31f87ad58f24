import { limits } from "@parley/contract/limits";
import type { Pin } from "@parley/contract/pins";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { audienceOf } from "../../floor/actors/rooms.ts";
import type { TicketRow } from "../ticket/access.ts";

let world: World;
/** Bookings' ticket, handled by mira, with three messages. */
let ticket: TicketRow;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  ticket = await world.ticket({ handler: "mira", messages: ["one", "two", "three"] });
  world.published.length = 0;
});

type Agent = Parameters<World["as"]>[0];
const messageAt = (id: string, seq: number) =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("message")
      .selectAll()
      .where("ticket_id", "=", id)
      .where("seq", "=", seq)
      .executeTakeFirstOrThrow(),
  );
const pin = async (agent: Agent, id: string, messageid: string) =>
  world.as(agent).post(`/${id}/pin-message`, { messageid });
const unpin = (agent: Agent, id: string, createdOn: string | number) =>
  world.as(agent).post(`/${id}/unpin-message`, { createdOn });
const pins = async (agent: Agent, id: string) =>
  (await world.as(agent).get(`/${id}/get-pinned-msg`)).json<Pin[]>();

test("a message of another ticket cannot be pinned, and nothing is published", async () => {
  const other = await world.ticket({ messages: ["elsewhere"] });
  const { id } = await messageAt(other.id, 1);
  expect((await pin("mira", ticket.id, id)).statusCode).toBe(404);
  expect((await pin("mira", ticket.id, crypto.randomUUID())).statusCode).toBe(404);
  expect((await pin("mira", ticket.id, "no id")).statusCode).toBe(400);
  expect(await pins("mira", ticket.id)).toEqual([]);
  expect(world.published).toEqual([]);
});

test("a time without a message unpins nothing", async () => {
  expect((await unpin("mira", ticket.id, "2020-01-01T00:00:00.000Z")).statusCode).toBe(404);
  expect((await unpin("mira", ticket.id, "yesterday")).statusCode).toBe(400);
  const { created_on } = await messageAt(ticket.id, 1);
  expect((await unpin("mira", ticket.id, created_on.toISOString())).json()).toEqual({});
  expect(world.published).toEqual([]);
});

test("a pin has the specification's fields, and is published to those who may see the ticket", async () => {
  const message = await messageAt(ticket.id, 2);
  const answer = await pin("mira", ticket.id, message.id);
  const expected: Pin = {
    ticketid: ticket.id,
    messageid: message.id,
    agentid: world.agents.mira.id,
    username: "Mira Halvorsen",
    clientid: ticket.client_id,
    created_on: message.created_on.toISOString(),
    seq: 2,
    type: "text",
    content: "two",
    fileName: null,
    isagent: false,
    created_by_name: null,
    pinned_on: world.clock.now().toISOString(),
  };
  expect(answer.json()).toEqual(expected);
  expect(await pins("jonas", ticket.id)).toEqual([expected]);
  const rooms = audienceOf(ticket.company_id, ticket.department_id, ticket.id);
  expect(world.published).toEqual([{ event: "newPinnedMessage", payload: expected, rooms }]);
});

test("the specification's whole body is accepted, and the server uses only the message's id", async () => {
  const message = await messageAt(ticket.id, 1);
  const answer = await world.as("mira").post(`/${ticket.id}/pin-message`, {
    ticketid: ticket.id,
    agentid: world.agents.jonas.id,
    content: "not what was written",
    clientid: crypto.randomUUID(),
    created_on: "2020-01-01T00:00:00.000Z",
    messageid: message.id,
    type: "image",
    fileName: "x.png",
    ticket_created_on: ticket.created_on.toISOString(),
  });
  expect(answer.json()).toMatchObject({ agentid: world.agents.mira.id, content: "one", type: "text" });
});

test("a message pinned twice, one after the other or at once, has one pin and one event: the first", async () => {
  const { id } = await messageAt(ticket.id, 1);
  const answers = await Promise.all(
    (["mira", "jonas", "ingrid", "tomas"] as const).map((agent) => pin(agent, ticket.id, id)),
  );
  const first = answers[0]?.json<Pin>();
  for (const answer of answers) expect(answer.json()).toEqual(first);
  expect((await pin("jonas", ticket.id, id)).json()).toEqual(first);
  expect(await pins("mira", ticket.id)).toEqual([first]);
  expect(world.published).toHaveLength(1);
});

test("any agent who sees the ticket unpins, also in a closed one; the event names the message by id and time", async () => {
  const closed = await world.ticket({ handler: "mira", closed: true, messages: ["old"] });
  const message = await messageAt(closed.id, 1);
  await pin("ingrid", closed.id, message.id);
  world.published.length = 0;
  const createdOn = message.created_on.toISOString();
  expect((await unpin("jonas", closed.id, message.created_on.getTime())).json()).toEqual({});
  expect(await pins("mira", closed.id)).toEqual([]);
  const rooms = audienceOf(closed.company_id, closed.department_id, closed.id);
  const payload = { ticketid: closed.id, messageid: message.id, createdOn };
  expect(world.published).toEqual([{ event: "unpinMessage", payload, rooms }]);
});

test("the last pin comes first; a caption or file name replaces a missing text", async () => {
  const file = await world.desk("harbour", ({ db, companyId }) =>
    db
      .insertInto("file")
      .values({ company_id: companyId, ticket_id: ticket.id, name: "plan.pdf", state: "ready" })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  const document = { type: "document", content: "", caption: "The plan", file_id: file.id } as const;
  const { id } = await world.message(ticket, { ...document, agent: world.agents.jonas });
  await pin("mira", ticket.id, id);
  world.clock.advance(1000);
  await pin("mira", ticket.id, (await messageAt(ticket.id, 1)).id);
  expect(await pins("mira", ticket.id)).toMatchObject([
    { seq: 1, content: "one", fileName: null, created_by_name: null },
    {
      seq: 4,
      type: "document",
      content: "The plan",
      fileName: "plan.pdf",
      isagent: true,
      created_by_name: "Jonas Weber",
    },
  ]);
});

test("the number of pins of a ticket is limited, and the refusal says so", async () => {
  const messages = Array.from({ length: limits.pinsPerTicket + 1 }, (_, index) => `number ${index + 1}`);
  const full = await world.ticket({ messages });
  const rows = await world.desk("harbour", ({ db }) =>
    db.selectFrom("message").select(["id", "created_on"]).where("ticket_id", "=", full.id).execute(),
  );
  const [one, ...others] = rows;
  for (const { id } of others) expect((await pin("mira", full.id, id)).statusCode).toBe(200);
  const answer = await pin("mira", full.id, one?.id ?? "");
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    "A ticket keeps 100 pinned messages. Please unpin one of them first.",
  ]);
  await unpin("mira", full.id, others[0]?.created_on.toISOString() ?? "");
  expect((await pin("mira", full.id, one?.id ?? "")).statusCode).toBe(200);
});

test("the number of statements does not grow with the pins", async () => {
  const count = async () => (await countStatements(world, () => pins("mira", ticket.id))).statements.length;
  await pin("mira", ticket.id, (await messageAt(ticket.id, 1)).id);
  const before = await count();
  for (const seq of [2, 3]) await pin("jonas", ticket.id, (await messageAt(ticket.id, seq)).id);
  // The statements are session, begin, ticket, pins, commit.
  expect([before, await count()]).toEqual([5, 5]);
});

test("the answer to pinning an agent's message, or one with a file, equals its line in the list", async () => {
  const { body } = await world
    .as("mira")
    .post("/send-message", { ticketid: ticket.id, content: "of an agent", type: "text" });
  const { messageid } = JSON.parse(body) as { messageid: string };
  const withFile = await messageAt(ticket.id, 1);
  await world.desk("harbour", async ({ db, companyId }) => {
    const { id } = await db
      .insertInto("file")
      .values({ company_id: companyId, name: "ticket.pdf", state: "failed", ticket_id: ticket.id })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("message")
      .set({ file_id: id, type: "document", caption: "The ticket" })
      .where("id", "=", withFile.id)
      .execute();
  });
  const answers = [];
  for (const id of [messageid, withFile.id]) {
    world.clock.advance(1000);
    answers.push((await pin("jonas", ticket.id, id)).json<Pin>());
  }
  expect(answers).toMatchObject([{ created_by_name: "Mira Halvorsen" }, { fileName: "ticket.pdf" }]);
  expect(await pins("mira", ticket.id)).toEqual(answers.toReversed());
});
