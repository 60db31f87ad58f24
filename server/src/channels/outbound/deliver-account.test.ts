/** Limits of an account or a client: pauses that a provider asks for, and messages that can no longer be sent. */
import { reasonOf } from "@parley/contract/reasons";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromBot, openDeliveries, type Queued } from "../../../../test/world/deliveries.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import type { Database } from "../../floor/database/schema.ts";
import { inCompanyAs } from "../../floor/database/scope.ts";
import { retryMessage } from "../../support/messages/retry.ts";
import { queuedColumns } from "../../support/messages/send.ts";
import { receive } from "../inbound/receive.ts";
import type { SendOutcome } from "../seam/adapter.ts";
import { sweepDeliveries } from "./sweep.ts";

type Deliveries = ReturnType<typeof openDeliveries>;

let world: World;
let newChat: Deliveries["newChat"];
let write: Deliveries["write"];
let send: Deliveries["send"];
let messagesOf: Deliveries["messagesOf"];
let statuses: Deliveries["statuses"];
beforeAll(async () => {
  world = await createWorld();
  ({ newChat, write, send, messagesOf, statuses } = openDeliveries(world));
});
afterAll(() => world.close());

/** Delivers the tickets to a provider that gives this answer; returns the number of its calls. */
async function sendTo(outcome: SendOutcome, ...tickets: Queued[]): Promise<number> {
  const { adapters } = world.context;
  let asked = 0;
  const answer = () => {
    asked += 1;
    return Promise.resolve(outcome);
  };
  world.context.adapters = { of: () => ({ ...adapters.of("telegram"), send: answer }) };
  try {
    for (const ticket of tickets) await send(ticket);
  } finally {
    world.context.adapters = adapters;
  }
  return asked;
}
const slowDown = reasonOf("slow_down", { provider: "WhatsApp" });

test("a pause that the provider asks of the account holds its other tickets, and no other account's", async () => {
  const [first, second] = [await newChat(), await newChat()];
  await write(first.ticket, "one");
  await write(second.ticket, "two");
  const foreign = await world.ticket({ department: "general" });
  const queued = queuedColumns({ now: world.clock.now() });
  await world.message(foreign, { is_agent: true, ...queued });
  const pause: SendOutcome = { outcome: "tryAgain", afterMs: 9000, reason: slowDown, scope: "account" };
  expect(await sendTo(pause, first.ticket, second.ticket)).toBe(1);
  expect(await sendTo({ outcome: "sent", externalId: "else:1" }, foreign)).toBe(1);
  await sweepDeliveries(world.context);
  const { rows } = await world.context.pool.query<{ key: string; due: boolean }>(
    "select key, run_at <= now() as due from graphile_worker.jobs where key = any($1)",
    [[first, second].map(({ ticket }) => `deliver:${ticket.id}`)],
  );
  expect(rows.map(({ due }) => due)).toEqual([false, false]);
  world.clock.advance(9000);
  await send(first.ticket);
  await send(second.ticket);
  expect([fromBot(first.phone), fromBot(second.phone)]).toEqual([["one"], ["two"]]);
});

test("a pause for one client leaves the account's other tickets alone", async () => {
  const [first, second] = [await newChat(), await newChat()];
  await write(first.ticket, "one");
  await write(second.ticket, "two");
  await sendTo({ outcome: "tryAgain", afterMs: 9000, reason: slowDown, scope: "client" }, first.ticket);
  await send(second.ticket);
  expect(fromBot(second.phone)).toEqual(["two"]);
});

test("messages for an unreachable client fail at once; a retry asks the provider", async () => {
  const { ticket, person } = await newChat();
  const next = new Date(world.clock.now().getTime() + 60_000);
  const message = await write(ticket, "one", { next_attempt_on: next });
  await write(ticket, "two");
  world.clock.advance(1000);
  const { id, companyId, externalId, token } = world.channels.harbour;
  const channel = { id, companyId, externalId, platform: "telegram", name: "", credentials: token } as const;
  const from = { externalId: String(person), name: "Dimitar", username: null, lang: null };
  await receive(world.context, channel, [
    { kind: "reachable", from, reachable: false, reason: reasonOf("bot_blocked") },
  ]);
  expect(await sendTo({ outcome: "sent", externalId: "never" }, ticket)).toBe(0);
  expect((await messagesOf(ticket)).map(({ status, status_reason }) => [status, status_reason])).toEqual([
    ["failed", reasonOf("bot_blocked")],
    ["failed", reasonOf("bot_blocked")],
  ]);
  world.clock.advance(1000);
  await inCompanyAs(world.context, world.agents.mira.actor, (scope) =>
    retryMessage(scope, { ticketid: ticket.id, messageid: message.id }),
  );
  await send(ticket);
  expect(await statuses(ticket)).toEqual(["sent", "failed"]);
});

test("messages for a disconnected account fail at once, without a try", async () => {
  const { ticket } = await newChat();
  const next = new Date(world.clock.now().getTime() + 60_000);
  await write(ticket, "one", { next_attempt_on: next });
  const connection = (removed: Date | null) =>
    world.desk("harbour", ({ db }) =>
      db
        .updateTable("channel")
        .set({ removed_on: removed })
        .where("id", "=", world.channels.harbour.id)
        .execute(),
    );
  await connection(world.clock.now());
  try {
    await sweepDeliveries(world.context);
    await world.drain();
  } finally {
    await connection(null);
  }
  const [message] = await messagesOf(ticket);
  expect(message).toMatchObject({
    status: "failed",
    status_reason: reasonOf("channel_disconnected"),
    attempts: 0,
  });
});

test("the sweep goes through the accounts in turn, so that one with many messages leaves room", async () => {
  await world.context.pool.query("delete from graphile_worker._private_jobs");
  for (const company of ["harbour", "northwind"] as const) {
    const { id } = await world.ticket({ department: company === "harbour" ? "bookings" : "general" });
    const waiting = { is_agent: true, ...queuedColumns({ now: world.clock.now() }) };
    await world.message({ id, company_id: world.companies[company].id }, waiting);
    await world.desk(company, ({ db, companyId }) => copyTicket(db, companyId, id));
  }
  await sweepDeliveries(world.context);
  const { rows } = await world.context.pool.query<{ count: number }>(
    `select count(*)::int from graphile_worker._private_jobs group by payload ->> 'channelId'`,
  );
  expect(rows).toEqual([{ count: 100 }, { count: 100 }]);
});

/** 150 closed copies of a ticket, each with its waiting message. */
async function copyTicket(db: Kysely<Database>, companyId: string, ticketId: string): Promise<void> {
  await sql`with copies as (
      select gen_random_uuid() as id from generate_series(1, 150)),
    tickets as (
      insert into ticket select (jsonb_populate_record(ticket, jsonb_build_object('id', copies.id, 'closed_on', now()))).*
        from ticket, copies where ticket.company_id = ${companyId} and ticket.id = ${ticketId} returning id)
    insert into message select (jsonb_populate_record(message,
        jsonb_build_object('id', gen_random_uuid(), 'ticket_id', tickets.id))).*
      from message, tickets where message.company_id = ${companyId} and message.ticket_id = ${ticketId} and is_agent`.execute(
    db,
  );
}
