import type { ErrorAnswer } from "@parley/contract/errors";
import type { Message } from "@parley/contract/messages";
import { reasonOf } from "@parley/contract/reasons";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Phone } from "../../../../simulator/src/telegram/phone.ts";
import { declare } from "../../../../test/world/declare.ts";
import { form } from "../../../../test/world/form.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { deliver } from "../outbound/deliver.ts";
import { sweepDeliveries } from "../outbound/sweep.ts";
import type { Channel, IncomingMessage } from "../seam/adapter.ts";
import { receive } from "./receive.ts";

const hour = 3_600_000;
/** The reply window here is shorter than a session. */
const span = 2 * hour;
const day = 24 * hour;
const closed = reasonOf("reply_window_closed");

let world: World;
let channel: Channel;
let bot: number;
let lastMessage = 0;

beforeAll(async () => {
  world = await createWorld();
  const { id, companyId, externalId, token } = world.channels.harbour;
  bot = Number(externalId);
  channel = { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token };
});
afterAll(() => world.close());
beforeEach(() => {
  declare(world.context, { replyWindow: span });
  world.telegram.control.clearFaults();
  world.published.length = 0;
});

type Client = { externalId: string; phone: Phone };

async function newClient(): Promise<Client> {
  const { control } = world.telegram;
  const { id: person } = await control.createPerson({ firstName: "Dimitar" });
  const phone = control.phone({ bot, person });
  await phone.start();
  return { externalId: String(person), phone };
}

/** The client writes; the time is the provider's. */
async function write(
  { externalId }: Client,
  { ago = 0, ...facts }: Partial<IncomingMessage> & { ago?: number } = {},
): Promise<IncomingMessage> {
  lastMessage += 1;
  const message: IncomingMessage = {
    kind: "message",
    externalId: `${externalId}:${1000 + lastMessage}`,
    from: { externalId, name: "Dimitar", username: null, lang: "en" },
    sentOn: new Date(world.clock.now().getTime() - ago),
    type: "text",
    content: "Where is order 7?",
    caption: null,
    media: null,
    album: null,
    replyToExternalId: null,
    ...facts,
  };
  await receive(world.context, channel, [message]);
  return message;
}

const ticketOf = ({ externalId }: Client) =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("ticket")
      .selectAll()
      .where("client_external_id", "=", externalId)
      .orderBy("created_on", "desc")
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
const windowOf = async (client: Client) => (await ticketOf(client)).reply_window_until?.getTime();

async function conversation(facts?: { ago?: number }) {
  const client = await newClient();
  await write(client, facts);
  const ticket = await ticketOf(client);
  await world.as("tomas").post("/acceptTicket", { ticketid: ticket.id });
  return { client, ticket };
}

const send = (ticket: { id: string }, content = "It is on its way.") =>
  world.as("tomas").post("/send-message", { ticketid: ticket.id, content });
const deliverNow = ({ id: ticketId, company_id: companyId }: { id: string; company_id: string }) =>
  deliver(world.context, { companyId, ticketId }, new AbortController().signal);
const outbound = ({ id }: { id: string }) =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("message")
      .selectAll()
      .where("ticket_id", "=", id)
      .where("is_agent", "=", true)
      .where("status", "is not", null)
      .orderBy("seq")
      .execute(),
  );
const outcomes = async (ticket: { id: string }) =>
  (await outbound(ticket)).map(({ status, status_reason }) => [status, status_reason?.code]);

test("a channel without a declared reply window has none", async () => {
  declare(world.context, { replyWindow: null });
  const { ticket } = await conversation();
  expect(ticket.reply_window_until).toBeNull();
  world.clock.advance(10 * hour);
  expect((await send(ticket)).statusCode).toBe(200);
});

test("the window ends so long after the provider's time, on every listed ticket and in the live event", async () => {
  const client = await newClient();
  const first = await write(client, { ago: hour });
  const until = new Date(first.sentOn.getTime() + span).toISOString();
  const ticket = await ticketOf(client);
  const listed = (await world.as("tomas").get("/tickets")).json<Ticket[]>();
  expect(listed.find(({ ticketid }) => ticketid === ticket.id)?.reply_window_until).toBe(until);
  expect(world.published.find(({ event }) => event === "newTicket")?.payload).toMatchObject({
    reply_window_until: until,
  });
  world.clock.advance(hour);
  world.published.length = 0;
  await write(client);
  expect(world.published.find(({ event }) => event === "newMessage")?.payload).toMatchObject({
    reply_window_until: new Date(world.clock.now().getTime() + span).toISOString(),
  });
});

test("late, repeated and future messages and agents' messages neither shorten nor lengthen the window", async () => {
  const { client, ticket } = await conversation();
  const until = world.clock.now().getTime() + span;
  await write(client, { ago: hour });
  expect(await windowOf(client)).toBe(until);
  await write(client, { sentOn: new Date(world.clock.now().getTime() + 7 * day) });
  expect(await windowOf(client)).toBe(until);
  const late = await write(client, { ago: hour });
  world.clock.advance(2 * hour);
  await receive(world.context, channel, [{ ...late, sentOn: world.clock.now() }]);
  expect(await windowOf(client)).toBe(until);
  await send(ticket);
  expect(await windowOf(client)).toBe(until);
});

test("a reaction, an edit, a receipt and a rating do not open the window", async () => {
  const { client, ticket } = await conversation();
  const { externalId, from } = await write(client);
  const until = await windowOf(client);
  world.clock.advance(hour);
  await receive(world.context, channel, [
    { kind: "reaction", externalId, reaction: "👍" },
    { kind: "edit", externalId, from, editedOn: world.clock.now(), content: "Order 8", caption: null },
    { kind: "receipt", externalId, status: "read", reason: null },
    { kind: "rating", from, ticketId: ticket.id, rating: 3, clickId: "1", questionExternalId: null },
  ]);
  expect(await windowOf(client)).toBe(until);
});

test("a new ticket of the same client keeps the later end", async () => {
  const { client, ticket } = await conversation();
  const until = await windowOf(client);
  await world.as("tomas").post("/close-ticket", { ticketid: ticket.id });
  await world.desk("harbour", ({ db, companyId }) =>
    db.updateTable("company").set({ reopen_window_hours: 0 }).where("company_id", "=", companyId).execute(),
  );
  world.clock.advance(hour);
  await write(client, { ago: 7 * day });
  const next = await ticketOf(client);
  expect(next.id).not.toBe(ticket.id);
  expect(next.reply_window_until?.getTime()).toBe(until);
});

test("a millisecond before the end a text is sent, at the end each way of sending is refused", async () => {
  const { ticket } = await conversation();
  world.clock.advance(span - 1);
  expect((await send(ticket)).statusCode).toBe(200);
  await deliverNow(ticket);
  world.clock.advance(1);
  const refused = await send(ticket);
  expect([refused.statusCode, refused.json<ErrorAnswer>()]).toEqual([
    409,
    expect.objectContaining({ code: "reply_window_closed", reason: closed }),
  ]);
  const file = await world
    .as("tomas")
    .post("/send-file", undefined, form({ ticketid: ticket.id }, { name: "a.txt", content: "Pier 4" }));
  expect([file.statusCode, file.json<ErrorAnswer>().code]).toEqual([409, "reply_window_closed"]);
  expect(await outcomes(ticket)).toEqual([["sent", undefined]]);
});

test("a failed message is not sent again after the end; once the client has written it is", async () => {
  const { client, ticket } = await conversation();
  world.telegram.control.addFault({ kind: "error", code: 400, method: "sendMessage" });
  const { messageid } = (await send(ticket)).json<Message>();
  await deliverNow(ticket);
  const retry = () => world.as("tomas").post("/retry-message", { ticketid: ticket.id, messageid });
  world.clock.advance(span);
  const refused = await retry();
  expect([refused.statusCode, refused.json<ErrorAnswer>().code]).toEqual([409, "reply_window_closed"]);
  expect(await outcomes(ticket)).toEqual([["failed", "provider"]]);
  await write(client);
  expect((await retry()).statusCode).toBe(200);
  await deliverNow(ticket);
  expect(await outcomes(ticket)).toEqual([["sent", undefined]]);
});

test("a text composed in time and delivered at its end fails with that reason, and nothing is sent", async () => {
  const { client, ticket } = await conversation();
  world.clock.advance(span - 1);
  await send(ticket);
  world.clock.advance(1);
  await deliverNow(ticket);
  expect(await outcomes(ticket)).toEqual([["failed", "reply_window_closed"]]);
  expect(client.phone.messages().filter(({ side }) => side === "bot")).toEqual([]);
});

test("a message that the provider asks to send again beyond the end fails at once", async () => {
  const { ticket } = await conversation();
  world.clock.advance(span - 5000);
  world.telegram.control.addFault({
    kind: "error",
    code: 429,
    retryAfter: 4,
    method: "sendMessage",
    times: 0,
  });
  await send(ticket, "one");
  await send(ticket, "two");
  await deliverNow(ticket);
  world.clock.advance(4000);
  await deliverNow(ticket);
  expect(await outcomes(ticket)).toEqual([
    ["failed", "reply_window_closed"],
    ["failed", "reply_window_closed"],
  ]);
});

test("messages behind one that waits or is being sent fail at the end, too", async () => {
  const { ticket } = await conversation();
  world.clock.advance(span - 5000);
  await send(ticket, "one");
  await send(ticket, "two");
  const end = world.clock.now().getTime() + 5000;
  const [first] = await outbound(ticket);
  await world.desk("harbour", ({ db }) =>
    db
      .updateTable("message")
      .set({ sending_until: new Date(end + 60_000), attempts: 1 })
      .where("id", "=", first?.id ?? "")
      .execute(),
  );
  await deliverNow(ticket);
  const { rows } = await world.context.pool.query<{ run_at: Date }>(
    "select run_at from graphile_worker.jobs where key = $1",
    [`deliver:${ticket.id}`],
  );
  expect(rows.map(({ run_at }) => run_at.getTime())).toEqual([end]);
  world.clock.advance(5000);
  await world.drain();
  expect(await outcomes(ticket)).toEqual([
    ["queued", undefined],
    ["failed", "reply_window_closed"],
  ]);
});

test("the sweep finds messages that wait beyond the end, where the job was lost", async () => {
  const { ticket } = await conversation();
  const { ticket: other } = await conversation();
  world.clock.advance(span - 1000);
  for (const { id } of [ticket, other]) {
    await send({ id });
    await world.desk("harbour", ({ db }) =>
      db
        .updateTable("message")
        .set({ next_attempt_on: new Date(world.clock.now().getTime() + 60_000) })
        .where("ticket_id", "=", id)
        .where("status", "=", "queued")
        .execute(),
    );
  }
  await write({ externalId: other.client_external_id } as Client);
  await world.context.pool.query("delete from graphile_worker._private_jobs");
  world.clock.advance(1000);
  await sweepDeliveries(world.context);
  const { rows } = await world.context.pool.query<{ key: string }>(
    "select key from graphile_worker.jobs where key like 'deliver:%'",
  );
  const keys = rows.map(({ key }) => key);
  expect(keys).toContain(`deliver:${ticket.id}`);
  expect(keys).not.toContain(`deliver:${other.id}`);
});

test("a client's message extends the deadline of queued messages", async () => {
  const { client, ticket } = await conversation();
  world.clock.advance(span - 1000);
  await send(ticket);
  await write(client);
  world.clock.advance(1000);
  await deliverNow(ticket);
  expect(await outcomes(ticket)).toEqual([["sent", undefined]]);
});

test("after the end a closed ticket asks for no rating", async () => {
  declare(world.context, { replyWindow: span, rating: true });
  const open = await conversation();
  await world.as("tomas").post("/close-ticket", { ticketid: open.ticket.id });
  expect(await outbound(open.ticket)).toHaveLength(1);
  const late = await conversation();
  world.clock.advance(span);
  const answer = await world.as("tomas").post("/close-ticket", { ticketid: late.ticket.id });
  expect([answer.statusCode, await outbound(late.ticket)]).toEqual([200, []]);
});
