import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { inCompany } from "../../floor/database/scope.ts";
import { Busy } from "../../floor/database/shares.ts";
import { draftRow, readReceived, receivingSql } from "../../support/messages/append.ts";
import type { Channel, IncomingMessage } from "../seam/adapter.ts";
import { receive } from "./receive.ts";
import { receiveInTurn } from "./receive-together.ts";

let world: World;
let channel: Channel;
let lastMessage = 0;

beforeAll(async () => {
  world = await createWorld();
  const { id, companyId, externalId, token } = world.channels.harbour;
  channel = { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token };
});
afterAll(() => world.close());
afterEach(() => void vi.useRealTimers());

const clients = Array.from({ length: 16 }, (_, index) => String(660_001 + index));
beforeEach(async () => {
  for (const client of clients) await receive(world.context, channel, [text(client, "Hello")]);
  world.published.length = 0;
});

function text(client: string, content: string, facts: Partial<IncomingMessage> = {}): IncomingMessage {
  lastMessage += 1;
  return {
    kind: "message",
    externalId: `${client}:${lastMessage}`,
    from: { externalId: client, name: `Client ${client}`, username: null, lang: "en" },
    sentOn: world.clock.now(),
    type: "text",
    content,
    caption: null,
    media: null,
    album: null,
    replyToExternalId: null,
    ...facts,
  };
}

test("a received message says whether its own ticket is followed", async () => {
  const { companyId } = channel;
  const [followed, other] = clients as [string, string];
  await world.context.pool.query(
    "insert into ticket_follower (company_id, ticket_id, agent_id, followed_on) values ($1, $2, $3, now())",
    [companyId, (await ticketOf(followed)).id, world.agents.jonas.id],
  );
  const drafts = [followed, other].map((thread, number) => ({
    ...draftRow({ type: "text", is_agent: false, content: "Hello", external_id: `${thread} again` }, null),
    ...{ number, channel: channel.id, thread },
  }));
  const received = await inCompany(
    world.context,
    { kind: "desk", companyId },
    async (_scope, rows) => rows.map((row) => readReceived<{ number: number }>(row)),
    { first: (_company, now) => receivingSql(companyId, drafts, now) },
  );
  expect(new Map(received.map((one) => [one.number, one.ticket_followed]))).toEqual(
    new Map([
      [0, true],
      [1, false],
    ]),
  );
});

const take = (message: IncomingMessage) => receive(world.context, channel, [message]);

async function ticketOf(client: string) {
  const { rows } = await world.context.pool.query("select * from ticket where client_external_id = $1", [
    client,
  ]);
  return rows[0];
}

async function contentsOf(client: string): Promise<string[]> {
  const { rows } = await world.context.pool.query(
    "select content from message m join ticket t on t.id = m.ticket_id where t.client_external_id = $1 order by seq",
    [client],
  );
  return rows.map(({ content }) => content);
}

test("texts that many clients send at one moment share units of work", async () => {
  const { statements } = await countStatements(world, () =>
    Promise.all(clients.map((client) => take(text(client, "At once")))),
  );
  expect(statements.filter((statement) => statement.startsWith("begin")).length).toBeLessThanOrEqual(4);
  for (const client of clients) expect((await contentsOf(client)).at(-1)).toBe("At once");
  expect(world.published.filter(({ event }) => event === "newMessage")).toHaveLength(clients.length);
});

test("the ticket counts each message that comes together with others, and each has an event", async () => {
  const [client = ""] = clients;
  const before = await ticketOf(client);
  await Promise.all(clients.map((one) => take(text(one, "Is the ferry running?"))));
  const after = await ticketOf(client);
  const { rows } = await world.context.pool.query(
    "select m.*, e.number, e.facts, e.actor_kind, e.actor_id from message m join event e on e.facts ->> 'message' = m.id::text where m.ticket_id = $1 order by seq desc limit 1",
    [after.id],
  );
  expect(after).toMatchObject({
    last_seq: before.last_seq + 1,
    client_messages: before.client_messages + 1,
    last_message_type: "text",
    last_message_content: "Is the ferry running?",
    last_message_is_agent: false,
    last_message_on: rows[0].created_on,
    updated_on: rows[0].created_on,
    client_wrote_on: rows[0].created_on,
  });
  expect(rows[0].created_on.getTime()).toBeGreaterThan(before.last_message_on.getTime());
  expect(rows[0]).toMatchObject({
    seq: after.last_seq,
    client_no: after.client_messages,
    author: client,
    facts: { message: rows[0].id, seq: after.last_seq, from: "client" },
    actor_kind: "client",
    actor_id: after.client_id,
  });
});

test("a text comes into the ticket of its own account, whatever the client's id is at another", async () => {
  const client = "660099";
  await take(text(client, "To the first account"));
  const { rows } = await world.context.pool.query<{ id: string; external_id: string }>(
    `insert into channel overriding user value select r.* from channel c cross join lateral jsonb_populate_record(null::channel,
        to_jsonb(c) || jsonb_build_object('id', gen_random_uuid(), 'external_id', '700100299')) r
      where c.id = $1 returning id, external_id`,
    [channel.id],
  );
  const [added] = rows;
  if (!added) throw new Error("The premise: there is a second account");
  const second = { ...channel, id: added.id, externalId: added.external_id };
  await receive(world.context, second, [text(client, "To the second account")]);
  const { rows: tickets } = await world.context.pool.query(
    "select channel_id, last_message_content from ticket where client_external_id = $1 order by channel_id = $2",
    [client, second.id],
  );
  expect(tickets).toMatchObject([
    { channel_id: channel.id, last_message_content: "To the first account" },
    { channel_id: second.id, last_message_content: "To the second account" },
  ]);
});

test("the messages of a thread keep the order they came in, files among them", async () => {
  const [client = ""] = clients;
  const media = { ref: "AgAC-l", name: "photo.jpg", mediaType: "image/jpeg", size: 1000 };
  const image = {
    type: "image",
    caption: null,
    media: { ...media, width: 10, height: 10, duration: null },
  } as const;
  const words = Array.from({ length: 30 }, (_, index) => `${index + 1}`);
  await Promise.all([
    ...words.map((word, index) => take(text(client, word, index % 7 === 3 ? image : {}))),
    ...clients.slice(1).map((other) => take(text(other, "Meanwhile"))),
  ]);
  expect((await contentsOf(client)).slice(-words.length)).toEqual(words);
});

test("a ticket that another unit of work holds delays no other client's message", async () => {
  const [held = "", ...others] = clients;
  const { id } = await ticketOf(held);
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = inCompany(world.context, { kind: "desk", companyId: channel.companyId }, async ({ db }) => {
    await sql`select 1 from ticket where id = ${id} for update`.execute(db);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  let isTaken = false;
  const waiting = take(text(held, "Held")).then(() => {
    isTaken = true;
  });
  await Promise.all(others.map((other) => take(text(other, "Not held"))));
  expect(isTaken).toBe(false);
  released.resolve();
  await Promise.all([holder, waiting]);
  expect((await contentsOf(held)).at(-1)).toBe("Held");
});

test("a message that cannot be stored, a repeat and a blocked client's delay none of the others", async () => {
  const [odd = "", again = "", blocked = "", ...others] = clients;
  const repeated = text(again, "Once");
  await take(repeated);
  const { client_id } = await ticketOf(blocked);
  const block = (on: Date | null) =>
    world.context.pool.query("update client set blocked_on = $1 where id = $2", [on, client_id]);
  await block(world.clock.now());
  const all = [
    text(odd, "No text of PostgreSQL holds \0"),
    repeated,
    text(blocked, "Listen!"),
    ...others.map((other) => text(other, "Fine")),
  ];
  const ends = await Promise.allSettled(all.map(take));
  await block(null);
  expect(ends.map(({ status }) => status)).toEqual([
    "rejected",
    ...Array.from({ length: all.length - 1 }, () => "fulfilled"),
  ]);
  expect((await contentsOf(again)).filter((content) => content === "Once")).toHaveLength(1);
  expect((await contentsOf(blocked)).at(-1)).not.toBe("Listen!");
  for (const other of others) expect((await contentsOf(other)).at(-1)).toBe("Fine");
});

test("a message waits for its turn for five seconds at the most", async () => {
  const [client = ""] = clients;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const stuck = Promise.withResolvers<void>();
  const taking = { channel, plain: false };
  const first = receiveInTurn(world.context, {
    ...taking,
    message: text(client, "First"),
    alone: () => stuck.promise,
  });
  const second = receiveInTurn(world.context, {
    ...taking,
    message: text(client, "Second"),
    alone: () => Promise.resolve(),
  });
  const refused = expect(second).rejects.toThrow(Busy);
  await vi.advanceTimersByTimeAsync(5_000);
  await refused;
  vi.useRealTimers();
  stuck.resolve();
  await first;
  await take(text(client, "Third"));
  expect((await contentsOf(client)).at(-1)).toBe("Third");
});
