/** The last message that a ticket's card shows, against the messages themselves. */
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectMailbox } from "../../../../test/world/mail-account.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
import type { Channel, IncomingEvent } from "../../channels/seam/adapter.ts";
import { lockTicket } from "../ticket/access.ts";
import { appendNew } from "./append.ts";
import { recordMessage } from "./publish.ts";
import { queuedColumns } from "./send.ts";

let world: World;
let channel: Channel;
beforeAll(async () => {
  world = await createWorld();
  const { id, companyId, externalId, token } = world.channels.harbour;
  channel = { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token };
});
afterAll(() => world.close());
let client = 880_000;
beforeEach(() => {
  client += 10;
  world.published.length = 0;
});

let last = 0;
const from = (who: number) => ({
  ...{ externalId: String(who), name: "Olena Koval", username: null, lang: "en" },
});
const written = (who: number, content: string): IncomingEvent => ({
  kind: "message",
  externalId: `${who}:${++last}`,
  from: from(who),
  sentOn: world.clock.now(),
  type: "text",
  content,
  caption: null,
  media: null,
  album: null,
  replyToExternalId: null,
});
const writes = (content: string, who = client) =>
  receive(world.context, channel, [written(who, content)]).then(() => `${who}:${last}`);
async function rowOf(who = client) {
  const { rows } = await world.context.pool.query("select * from ticket where client_external_id = $1", [
    String(who),
  ]);
  return rows[0];
}
const cardOf = async (who = client) =>
  (await world.as("ingrid").get(`/tickets/${(await rowOf(who)).id}`)).json<Ticket>();
/** The desk sends an automatic message. */
const greets = async (
  content: string,
  purpose: "automatic" | "rating_question" = "automatic",
  ticketId?: string,
) => {
  const id = ticketId ?? (await rowOf()).id;
  await world.desk("harbour", async (scope) => {
    const ticket = await lockTicket(scope, id);
    if (!ticket) throw new Error("The ticket is there");
    const draft = { type: "text", is_agent: true, purpose, content, ...queuedColumns(scope) } as const;
    const appended = await appendNew(scope, ticket, draft);
    await recordMessage(scope, appended.ticket, appended.message);
  });
};

test("an agent's message names its writer, to colleagues too; the client's names none", async () => {
  await writes("Where is it?");
  expect((await cardOf()).last_message).toEqual({
    ...{ type: "text", content: "Where is it?", isagent: false },
    created_on: expect.any(String),
  });
  const { id } = await rowOf();
  await world.as("ingrid").post("/acceptTicket", { ticketid: id });
  await world.as("ingrid").post("/send-message", { ticketid: id, content: "On its way" });
  const [card] = (await world.as("ingrid").get("/tickets")).json<Ticket[]>();
  expect(card?.last_message).toMatchObject({ userid: world.agents.ingrid.id, user_name: "Ingrid Solheim" });
  expect(card).not.toHaveProperty("last_client_message");
  expect(card).not.toHaveProperty("failed");
});

test.each(["automatic", "rating_question"] as const)(
  "the client's last words stand beside a message of the desk's own: %s",
  async (purpose) => {
    await writes("Where is it?");
    const said = (await cardOf()).last_message;
    await greets("We are closed.", purpose);
    const card = await cardOf();
    expect(card.last_message).toMatchObject({ content: "We are closed.", isagent: true, automatic: true });
    expect(card.last_message).not.toHaveProperty("userid");
    const beside = { type: "text", content: "Where is it?", created_on: said?.created_on };
    expect(card.last_client_message).toEqual(beside);
    const event = world.published.findLast(({ event }) => event === "newMessage");
    expect(event?.payload).toMatchObject({ automatic: true, last_client_message: beside });
    await writes("Hello?");
    expect(await cardOf()).not.toHaveProperty("last_client_message");
  },
);

test("the client's last words stand beside the lines of a closing and a reopening, and the event has them", async () => {
  await writes("Where is it?");
  const said = (await cardOf()).last_message;
  const beside = { type: "text", content: "Where is it?", created_on: said?.created_on };
  const { id } = await rowOf();
  await world.as("ingrid").post("/acceptTicket", { ticketid: id });
  await world.as("ingrid").post("/send-message", { ticketid: id, content: "On its way" });
  world.published.length = 0;
  await world.as("ingrid").post("/close-ticket", { ticketid: id, silently: true });
  expect(await cardOf()).toMatchObject({
    last_message: { type: "close" },
    last_client_message: beside,
  });
  const line = world.published.find(({ event }) => event === "newMessage");
  expect(line?.payload).toMatchObject({ type: "close", last_client_message: beside });
  await world.as("ingrid").post("/mark-spam", { ticketid: id });
  await world.as("ingrid").post("/unmark-spam", { ticketid: id, reopen: true });
  expect(await cardOf()).toMatchObject({
    last_message: { type: "reopen" },
    last_client_message: beside,
  });
});

test("a card says since when the client waits, until an agent answers", async () => {
  await writes("Where is it?");
  const { last_message: first } = await cardOf();
  world.clock.advance(60_000);
  await writes("Hello?");
  await greets("We are closed.");
  expect((await cardOf()).waits_since).toBe(first?.created_on);
  const { id } = await rowOf();
  await world.as("ingrid").post("/acceptTicket", { ticketid: id });
  await world.as("ingrid").post("/send-message", { ticketid: id, content: "On its way" });
  expect(await cardOf()).not.toHaveProperty("waits_since");
});

test("a participant's mail keeps their name beside an automatic message, the client's own names none", async () => {
  const desk = await connectMailbox(world, { address: `desk${client}@harbour.example` });
  const mailsOf = async () =>
    (await world.as("ingrid").get("/tickets"))
      .json<Ticket[]>()
      .filter(({ channel }) => channel.channelid === desk.id);
  const answering = (ref: string) => [`In-Reply-To: ${ref}`, `References: ${ref}`];
  const edward = "Edward Grant <edward@grant.example>";
  const first = await desk.receive({ to: `${desk.externalId}, ${edward}` });
  const [ticket] = await mailsOf();
  const id = ticket?.ticketid ?? "";
  await greets("We are closed.", "automatic", id);
  expect((await mailsOf())[0]?.last_client_message).not.toHaveProperty("author");
  const second = await desk.receive({ from: edward, headers: answering(first) });
  await greets("We are still closed.", "automatic", id);
  const [card, ...more] = await mailsOf();
  expect([card?.last_client_message?.author, card?.last_message?.automatic, more]).toEqual([
    "Edward Grant",
    true,
    [],
  ]);
  const event = world.published.findLast(({ event }) => event === "newMessage");
  expect(event?.payload).toMatchObject({ last_client_message: { author: "Edward Grant" } });
  await desk.receive({ headers: answering(second) });
  await greets("We are closed, still.", "automatic", id);
  expect((await mailsOf())[0]?.last_client_message).not.toHaveProperty("author");
});

test("an edit and a deletion reach the words beside an automatic message", async () => {
  const externalId = await writes("Were is it?");
  await greets("We are closed.");
  const editedOn = world.clock.now();
  await receive(world.context, channel, [
    { kind: "edit", externalId, from: from(client), content: "Where is it?", caption: null, editedOn },
  ]);
  expect((await cardOf()).last_client_message?.content).toBe("Where is it?");
  expect((await cardOf()).last_message?.content).toBe("We are closed.");
  await receive(world.context, channel, [{ kind: "delete", externalId }]);
  expect((await cardOf()).last_client_message).toMatchObject({ type: "deleted", content: "" });
});

test("a line of the timeline names no writer, and long words beside it are cut to the card", async () => {
  await writes("🙂".repeat(300));
  await greets("We are closed.");
  const card = await cardOf();
  expect(card.last_client_message?.content).toBe("🙂".repeat(80));
  const { id } = await rowOf();
  await world.as("ingrid").post("/acceptTicket", { ticketid: id });
  await world.as("ingrid").post("/close-ticket", { ticketid: id, silently: true });
  expect((await cardOf()).last_message).toMatchObject({ type: "close" });
  expect((await cardOf()).last_message).not.toHaveProperty("userid");
});

/** Columns of the ticket that follow from its messages. */
const columns = [
  ...["last_message_type", "last_message_content", "last_message_is_agent", "last_message_agent_id"],
  ...["last_message_automatic", "last_message_author", "last_client_type", "last_client_content"],
  ...["last_seq", "client_messages"],
];
test("every way in which a client's message arrives leaves the same columns", async () => {
  const [alone, together, opening] = [client, client + 1, client + 2];
  for (const who of [alone, together]) await writes("Hello", who);
  await greets("We are closed.");
  await writes("Is it open?", alone);
  // Several messages at one moment are received by `receive_messages`; the first of a ticket takes the longer way.
  await Promise.all([together, client + 3, client + 4].map((who) => writes("Is it open?", who)));
  await writes("Is it open?", opening);
  const pick = async (who: number) => {
    const row = await rowOf(who);
    return Object.fromEntries(columns.map((column) => [column, row[column]]));
  };
  const expected = await pick(together);
  expect(expected).toMatchObject({
    ...{ last_message_automatic: false, last_message_agent_id: null, last_message_author: null },
    ...{ last_client_type: "text", last_client_content: "Is it open?", last_seq: 2 },
  });
  expect(await pick(alone)).toEqual({ ...expected, last_seq: 3 });
  expect(await pick(opening)).toEqual({ ...expected, last_seq: 1, client_messages: 1 });
});

test("a list grows by at most a tenth for the cards' last words", async () => {
  const list = (await world.as("ingrid").get("/tickets")).json<Ticket[]>();
  const bytes = (tickets: object[]) => Buffer.byteLength(JSON.stringify(tickets));
  const before = list.map(({ last_client_message: _, failed: __, subject: ___, last_message, ...ticket }) => {
    const { type, content, created_on, isagent } = last_message ?? {};
    return { ...ticket, last_message: { type, content, created_on, isagent } };
  });
  expect(list.some(({ last_message: one }) => one?.automatic)).toBe(true);
  expect(bytes(list) / bytes(before)).toBeLessThanOrEqual(1.1);
});
