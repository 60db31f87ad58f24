/** A process from before migration 083 learns from the lock whether its reply may go at once. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectWebChat } from "../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import type { TicketRow } from "../ticket/access.ts";

type Told = {
  id: string;
  repeated: boolean;
  others_wait: boolean;
  account_broken: boolean | null;
  alias: string | null;
};

let world: World;
let ticket: TicketRow;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  ticket = await world.ticket({ handler: "mira" });
  await world.ticket({ handler: "mira" });
});

const ask = (reply: string = randomUUID(), [first, last] = [ticket.id, ticket.id]) =>
  world.desk("harbour", async ({ db, companyId, now }) => {
    const { rows } = await sql<Told>`select (locked).id, repeated, others_wait, account_broken, alias
      from lock_for_reply(${companyId}, ${first}, ${last}, ${reply}, ${now})`.execute(db);
    return rows;
  });
const usual = () => ({
  id: ticket.id,
  repeated: false,
  others_wait: false,
  account_broken: false,
  alias: null,
});
const change = (text: string, ...values: unknown[]) => world.context.pool.query(text, values);

test("a new reply in a ticket without waiting messages may be sent", async () => {
  expect(await ask()).toEqual([usual()]);
  expect(await ask(randomUUID(), [randomUUID(), "00000000-0000-4000-8000-000000000000"])).toEqual([]);
});

test("a reply whose id is there is a repeat", async () => {
  const { id } = await world.message(ticket, { agent: world.agents.mira, status: "sent" });
  expect(await ask(id)).toEqual([{ ...usual(), repeated: true }]);
});

test("messages of the ticket that are queued wait before it, those of another ticket do not", async () => {
  const queued = { agent: world.agents.mira, status: "queued" } as const;
  await world.message(await world.ticket({ handler: "mira" }), queued);
  expect(await ask()).toEqual([usual()]);
  await world.message(ticket, queued);
  expect(await ask()).toEqual([{ ...usual(), others_wait: true }]);
});

test("an account that is broken says so, and one that must not send says nothing", async () => {
  const { channel_id: id } = ticket;
  const later = new Date(world.clock.now().getTime() + 1);
  await change("update channel set broken_on = now() where id = $1", id);
  expect(await ask()).toEqual([{ ...usual(), account_broken: true }]);
  await change("update channel set broken_on = null, sends_from = $2 where id = $1", id, later);
  expect(await ask()).toEqual([{ ...usual(), account_broken: null }]);
  await change("update channel set sends_from = null, removed_on = now() where id = $1", id);
  expect(await ask()).toEqual([{ ...usual(), account_broken: null }]);
  await change("update channel set removed_on = null where id = $1", id);
});

test("the client's other id is that of their own identity on the account", async () => {
  const { channelid } = await connectWebChat(world);
  const { channel_id: channel, client_external_id: own } = ticket;
  await change(
    `insert into client_identity (company_id, channel_id, external_id, client_id, alias)
      select company_id, $1, external_id, client_id, 'elsewhere' from client_identity where channel_id = $2`,
    channelid,
    channel,
  );
  await change(
    "update client_identity set alias = 'other' where channel_id = $1 and external_id <> $2",
    channel,
    own,
  );
  expect(await ask()).toEqual([usual()]);
  await change(
    "update client_identity set alias = 'another' where channel_id = $1 and external_id = $2",
    channel,
    own,
  );
  expect(await ask()).toEqual([{ ...usual(), alias: "another" }]);
});

test("the ticket is locked, and no other", async () => {
  await world.desk("harbour", async ({ db, companyId, now }) => {
    await sql`select from lock_for_reply(${companyId}, ${ticket.id}, ${ticket.id}, ${randomUUID()}, ${now})`.execute(
      db,
    );
    const all = await change("select id from ticket where id <> $1", ticket.id);
    const free = await change("select id from ticket for update skip locked");
    expect(free.rows).toHaveLength(all.rows.length);
    expect(free.rows).not.toContainEqual({ id: ticket.id });
  });
});
