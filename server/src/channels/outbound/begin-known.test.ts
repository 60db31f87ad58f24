import type { ErrorAnswer } from "@parley/contract/errors";
import { reasonOf } from "@parley/contract/reasons";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { declare } from "../../../../test/world/declare.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../inbound/receive.ts";

let world: World;
let channelid: string;
let clientid: string;
let closed: string;
let from: string;
let last = 0;
beforeAll(async () => {
  world = await createWorld();
  channelid = world.channels.harbour.id;
  await world.desk("harbour", ({ db }) =>
    db
      .updateTable("channel")
      .set({ department_id: world.departments.bookings.id })
      .where("id", "=", channelid)
      .execute(),
  );
});
afterAll(() => world.close());
/** Plants a client whose conversation is closed. */
beforeEach(async () => {
  declare(world.context, { begin: "subscribed" });
  from = `known-${++last}`;
  await write("Hello?");
  const [ticket] = await tickets();
  if (!ticket) throw new Error("The message made no ticket");
  ({ client_id: clientid, id: closed } = ticket);
  await world.as("mira").post("/acceptTicket", { ticketid: closed });
  await world.as("mira").post("/close-ticket", { ticketid: closed });
  world.clock.advance(60_000);
  world.published.length = 0;
});

const begin = (agent: AgentName = "mira", more: object = {}) =>
  world
    .as(agent)
    .post("/start-conversation", { channelid, clientid, content: "Your seats are free", ...more });
const codeOf = (answer: { json<Body>(): Body }) => answer.json<ErrorAnswer>().reason?.code;
const outcomeOf = (answer: { statusCode: number; json<Body>(): Body }) => [answer.statusCode, codeOf(answer)];
const tickets = () =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("ticket")
      .selectAll()
      .where("client_external_id", "=", from)
      .orderBy("created_on", "desc")
      .execute(),
  );
const begins = async (agent: AgentName = "mira") =>
  (await world.as(agent).get(`/tickets/${closed}`)).json<Ticket>().begins;
const change = (table: "client" | "client_identity", facts: object) =>
  world.desk("harbour", ({ db }) =>
    table === "client"
      ? db.updateTable("client").set(facts).where("id", "=", clientid).execute()
      : db.updateTable("client_identity").set(facts).where("client_id", "=", clientid).execute(),
  );

function write(content: string) {
  const { id, companyId, externalId, token } = world.channels.harbour;
  const channel = { id, companyId, externalId, platform: "telegram", name: "", credentials: token } as const;
  return receive(world.context, channel, [
    {
      kind: "message",
      externalId: `${from}:${crypto.randomUUID()}`,
      from: { externalId: from, name: "Olena", username: null, lang: "uk" },
      sentOn: world.clock.now(),
      type: "text",
      content,
      caption: null,
      media: null,
      album: null,
      replyToExternalId: null,
    },
  ]);
}

test("writing first is refused signed out, for another department or company, an unknown client or account", async () => {
  const body = { channelid, clientid, content: "Hello" };
  expect((await world.stranger.post("/start-conversation", body)).statusCode).toBe(401);
  expect((await begin("naledi")).statusCode).toBe(404);
  expect((await begin("omar")).statusCode).toBe(404);
  expect((await begin("mira", { clientid: crypto.randomUUID() })).statusCode).toBe(404);
  expect((await begin("mira", { channelid: crypto.randomUUID() })).statusCode).toBe(404);
  expect(await tickets()).toHaveLength(1);
});

test.each([
  ["two ways at once", { template: { name: "greeting", language: "en" }, to: "+380501112233" }],
  ["a number beside the client", { to: "+380501112233" }],
  ["no client", { clientid: undefined }],
  ["no text", { content: "  " }],
])("writing first with %s is refused", async (_what, more) => {
  expect((await begin("mira", more)).statusCode).toBe(400);
});

test("writing first opens a ticket of the agent's with the text, and the client answers in it", async () => {
  expect(await begins()).toBe(true);
  const answer = await begin();
  expect(answer.statusCode, answer.body).toBe(200);
  const ticket = answer.json<Ticket>();
  expect(ticket).toMatchObject({
    clientid,
    userid: world.agents.mira.id,
    stage: "accepted",
    departmentid: world.departments.bookings.id,
    last_message: { content: "Your seats are free", isagent: true },
    last_seq: 1,
    can: { reply: true },
  });
  expect(ticket.ticketid).not.toBe(closed);
  expect(world.published.map(({ event }) => event).slice(0, 2)).toEqual(["newTicket", "newMessage"]);
  await write("Gladly");
  expect((await tickets()).map(({ last_seq }) => last_seq)).toEqual([2, expect.any(Number)]);
});

test("writing first is refused with the reason when the client is blocked, unreachable, or must begin", async () => {
  await change("client", { blocked_on: new Date() });
  expect([await begins(), ...outcomeOf(await begin())]).toEqual([false, 409, "client_blocked"]);
  await change("client", { blocked_on: null });
  const left = {
    unreachable_on: new Date(),
    unreachable_reason: JSON.stringify(reasonOf("client_unsubscribed")),
  };
  await change("client_identity", left);
  expect([await begins(), ...outcomeOf(await begin())]).toEqual([false, 409, "client_unsubscribed"]);
  await change("client_identity", { unreachable_on: null, unreachable_reason: null });
  declare(world.context, { begin: "nobody" });
  expect([await begins(), ...outcomeOf(await begin())]).toEqual([false, 400, "channel_without_templates"]);
  declare(world.context, { begin: "template" });
  expect([await begins(), ...outcomeOf(await begin())]).toEqual([false, 400, "begins_with_template"]);
  declare(world.context, { begin: "anyone" });
  expect([await begins(), ...outcomeOf(await begin())]).toEqual([false, 400, "begins_with_mail"]);
  declare(world.context, { begin: "subscribed", text: 5 });
  expect(outcomeOf(await begin())).toEqual([400, "message_too_long"]);
  expect(await tickets()).toHaveLength(1);
  expect([await begins(), await begins("naledi")]).toEqual([true, undefined]);
});

test("an open conversation is answered instead: a waiting one becomes the agent's, a colleague's is refused", async () => {
  const { ticketid } = (await begin()).json<Ticket>();
  expect((await begin("jonas")).json<ErrorAnswer>().code).toBe("not_handler");
  expect((await begin()).json<Ticket>()).toMatchObject({ ticketid, last_seq: 2 });
  await world.desk("harbour", ({ db }) =>
    db.updateTable("ticket").set({ handler_id: null }).where("id", "=", ticketid).execute(),
  );
  expect((await begin("jonas")).json<Ticket>()).toMatchObject({
    ticketid,
    userid: world.agents.jonas.id,
    last_seq: 3,
  });
  await world.desk("harbour", ({ db }) =>
    db
      .updateTable("ticket")
      .set({ department_id: world.departments.refunds.id })
      .where("id", "=", ticketid)
      .execute(),
  );
  expect(codeOf(await begin())).toBe("conversation_elsewhere");
});

test("a repeat of the message's id answers the existing ticket, closed or not; another's id is refused", async () => {
  const more = { messageid: crypto.randomUUID() };
  const answers = await Promise.all([begin("mira", more), begin("mira", more), begin("mira", more)]);
  const [ticketid, ...others] = new Set(answers.map((answer) => answer.json<Ticket>().ticketid));
  expect(others).toEqual([]);
  await world.as("mira").post("/close-ticket", { ticketid });
  expect((await begin("mira", more)).json<Ticket>()).toMatchObject({ ticketid, stage: "closed" });
  expect(outcomeOf(await begin("jonas", more))).toEqual([409, "message_id_taken"]);
  expect(await tickets()).toHaveLength(2);
});

test("the client may write at the same moment: there is one open ticket with both messages", async () => {
  await world.desk("harbour", ({ db }) =>
    db
      .updateTable("ticket")
      .set({ closed_on: new Date(0) })
      .where("id", "=", closed)
      .execute(),
  );
  const [answer] = await Promise.all([begin(), write("One more thing")]);
  expect(answer.statusCode, answer.body).toBe(200);
  const open = (await tickets()).filter(({ closed_on }) => closed_on === null);
  expect(open.map(({ handler_id, last_seq }) => [handler_id, last_seq])).toEqual([[world.agents.mira.id, 2]]);
});

test("the conversation goes on in the department of the client's last ticket there, which its agents see", async () => {
  await world.desk("harbour", ({ db }) =>
    db
      .updateTable("ticket")
      .set({ department_id: world.departments.refunds.id })
      .where("id", "=", closed)
      .execute(),
  );
  expect((await begin()).statusCode).toBe(404);
  expect((await begin("naledi")).json<Ticket>()).toMatchObject({
    departmentid: world.departments.refunds.id,
    userid: world.agents.naledi.id,
  });
});
