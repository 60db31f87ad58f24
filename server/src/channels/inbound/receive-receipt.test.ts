import { reasonOf } from "@parley/contract/reasons";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { MessageFacts } from "../../../../test/world/tickets.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { retryMessage } from "../../support/messages/retry.ts";
import { queuedColumns } from "../../support/messages/send.ts";
import { deliver } from "../outbound/deliver.ts";
import { sweepEarlyEvents } from "../outbound/sweep.ts";
import type { Channel, IncomingEvent, SendOutcome } from "../seam/adapter.ts";
import { keepEvent } from "./early-event.ts";
import { receive } from "./receive.ts";

type Receipt = Extract<IncomingEvent, { kind: "receipt" }>;

let world: World;
let channel: Channel;
beforeAll(async () => {
  world = await createWorld();
  const { id, companyId, externalId, token } = world.channels.harbour;
  channel = { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token };
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

let last = 0;
const newExternalId = () => `wamid.${++last}`;

const take = (externalId: string, status: Receipt["status"], facts: Partial<Receipt> = {}) =>
  receive(world.context, channel, [{ kind: "receipt", externalId, status, reason: null, ...facts }]);

/** An agent's message in a new ticket. */
async function newMessage(facts: MessageFacts = {}) {
  const ticket = await world.ticket({ handler: "mira" });
  const queued = queuedColumns({ now: world.clock.now() });
  const { id } = await world.message(ticket, { agent: world.agents.mira, ...queued, ...facts });
  const row = () =>
    world.desk("harbour", ({ db }) =>
      db.selectFrom("message").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );
  return { ticket, id, row };
}

/** Delivers a ticket to a provider that gives this answer, once `meanwhile` is done. */
async function deliverTo(
  { ticket }: { ticket: { id: string; company_id: string } },
  outcome: SendOutcome,
  meanwhile: () => Promise<unknown> = async () => undefined,
) {
  const { adapters } = world.context;
  const telegram = adapters.of("telegram");
  const send = () => meanwhile().then(() => outcome);
  world.context.adapters = { of: () => ({ ...telegram, send }) };
  try {
    const { id: ticketId, company_id: companyId } = ticket;
    await deliver(world.context, { companyId, ticketId }, new AbortController().signal);
  } finally {
    world.context.adapters = adapters;
  }
}

const keptReceipts = () =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("early_event")
      .select(["external_id", sql<string>`event ->> 'status'`.as("status")])
      .where("kind", "=", "receipt")
      .execute(),
  );

const undelivered = reasonOf("client_unknown", { provider: "WhatsApp" });

test("receipts that arrive before the send is recorded are applied with it, the furthest status wins", async () => {
  const message = await newMessage();
  const externalId = newExternalId();
  await deliverTo(message, { outcome: "sent", externalId }, async () => {
    await take(externalId, "read");
    await take(externalId, "delivered");
  });
  expect(await message.row()).toMatchObject({ status: "read", external_id: externalId });
  expect(world.published).toMatchObject([{ event: "messageUpdate", payload: { status: "read" } }]);
  expect(await keptReceipts()).toEqual([]);
});

test("a failure that arrives before the send is recorded fails it with its reason", async () => {
  const message = await newMessage();
  const externalId = newExternalId();
  await deliverTo(message, { outcome: "sent", externalId }, () =>
    take(externalId, "failed", { reason: undelivered }),
  );
  expect(await message.row()).toMatchObject({ status: "failed", status_reason: undelivered });
});

test("a receipt that crossed the recording of its send is applied by the sweep", async () => {
  const externalId = newExternalId();
  await take(externalId, "delivered");
  const message = await newMessage({ status: "sent", external_id: externalId });
  await sweepEarlyEvents(world.context);
  expect(await message.row()).toMatchObject({ status: "delivered" });
  expect(await keptReceipts()).toEqual([]);
});

test("a receipt that a process of the version before has kept is applied by the sweep", async () => {
  const [read, failed] = [newExternalId(), newExternalId()];
  const kept = { company_id: channel.companyId, channel_id: channel.id, created_on: world.clock.now() };
  const reason = JSON.stringify(undelivered);
  await world.desk("harbour", ({ db }) =>
    db
      .insertInto("early_receipt")
      .values([
        { ...kept, external_id: read, status: "delivered", reason: null },
        { ...kept, external_id: failed, status: "failed", reason: sql`${reason}::jsonb` },
      ])
      .execute(),
  );
  // This receipt has come to a process of this version, and says more.
  await take(read, "read");
  const messages = [
    await newMessage({ status: "sent", external_id: read }),
    await newMessage({ status: "sent", external_id: failed }),
  ];
  await sweepEarlyEvents(world.context);
  const [first, second] = await Promise.all(messages.map(({ row }) => row()));
  expect(first).toMatchObject({ status: "read", status_reason: null });
  expect(second).toMatchObject({ status: "failed", status_reason: undelivered });
  expect(await keptReceipts()).toEqual([]);
  const left = await world.desk("harbour", ({ db }) => db.selectFrom("early_receipt").selectAll().execute());
  expect(left).toEqual([]);
});

test("a receipt that comes while the sweep applies an earlier one is applied too", async () => {
  const externalId = newExternalId();
  const keep = (status: Receipt["status"]) =>
    world.desk("harbour", (scope) =>
      keepEvent({ scope, channel }, { kind: "receipt", externalId, status, reason: null }),
    );
  await keep("delivered");
  const message = await newMessage({ status: "sent", external_id: externalId });
  let looks = 0;
  // The other receiver did not find the message yet, and commits after the sweep's query.
  const database = world.context.database.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some((row) => row.external_id === externalId) && looks++ === 0) await keep("read");
      return result;
    },
  });
  await sweepEarlyEvents({ ...world.context, database });
  await sweepEarlyEvents(world.context);
  expect(await message.row()).toMatchObject({ status: "read" });
  expect(await keptReceipts()).toEqual([]);
});

test("a receipt that crossed a recording whose commit was not answered outlives the repeat", async () => {
  const message = await newMessage();
  const externalId = newExternalId();
  await deliverTo(message, { outcome: "sent", externalId }, async () => {
    await take(externalId, "read");
    await world.desk("harbour", ({ db }) =>
      db
        .updateTable("message")
        .set({ status: "sent", external_id: externalId, sending_until: null })
        .where("id", "=", message.id)
        .execute(),
    );
  });
  await sweepEarlyEvents(world.context);
  expect(await message.row()).toMatchObject({ status: "read" });
  expect(await keptReceipts()).toEqual([]);
});

test("a receipt that never finds its message is dropped after a quarter of an hour", async () => {
  await take(newExternalId(), "delivered");
  world.clock.advance(14 * 60_000);
  await sweepEarlyEvents(world.context);
  expect(await keptReceipts()).toHaveLength(1);
  world.clock.advance(60_000);
  await sweepEarlyEvents(world.context);
  expect(await keptReceipts()).toEqual([]);
});

test("an account keeps at most a thousand receipts, the newest", async () => {
  const { id, companyId } = channel;
  const before = new Date(world.clock.now().getTime() - 1000);
  await world.desk("harbour", ({ db }) =>
    db
      .insertInto("early_event")
      .values(
        Array.from({ length: 1000 }, (_, index) => ({
          company_id: companyId,
          channel_id: id,
          external_id: `foreign ${index}`,
          kind: "receipt" as const,
          event: JSON.stringify({ kind: "receipt", status: "read" }),
          created_on: before,
        })),
      )
      .execute(),
  );
  const externalId = newExternalId();
  await take(externalId, "read");
  const kept = await keptReceipts();
  expect(kept).toHaveLength(1000);
  expect(kept).toContainEqual({ external_id: externalId, status: "read" });
  await world.desk("harbour", ({ db }) => db.deleteFrom("early_event").execute());
});

test("a receipt with our id settles an uncertain message, in every open screen", async () => {
  const message = await newMessage();
  await deliverTo(message, { outcome: "unknown", reason: reasonOf("no_answer", { provider: "WhatsApp" }) });
  expect(await message.row()).toMatchObject({ status: "uncertain" });
  world.published.length = 0;
  const externalId = newExternalId();
  await take(externalId, "sent", { messageId: message.id });
  expect(await message.row()).toMatchObject({ status: "sent", status_reason: null, external_id: externalId });
  expect(world.published).toMatchObject([
    // The failure mark on the ticket's card disappears.
    { event: "messageUpdate", payload: { messageid: message.id, status: "sent", ticket_failed: false } },
  ]);
  await take(externalId, "read");
  expect(await message.row()).toMatchObject({ status: "read" });
});

test("a receipt with our id settles a message whose process died while sending", async () => {
  const past = new Date(world.clock.now().getTime() - 1000);
  const message = await newMessage({ attempts: 1, sending_until: past });
  await take(newExternalId(), "delivered", { messageId: message.id });
  expect(await message.row()).toMatchObject({ status: "delivered", sending_until: null });
  await deliverTo(message, { outcome: "sent", externalId: newExternalId() });
  expect(await message.row()).toMatchObject({ status: "delivered" });
});

test("a receipt with our id settles an attempt under way, whose answer then changes nothing", async () => {
  const message = await newMessage();
  const externalId = newExternalId();
  await deliverTo(message, { outcome: "unknown", reason: reasonOf("interrupted_while") }, () =>
    take(externalId, "delivered", { messageId: message.id }),
  );
  expect(await message.row()).toMatchObject({ status: "delivered", external_id: externalId });
});

test("after a receipt that overtakes the answer, the answer does not note the account's last message", async () => {
  world.clock.advance(60_000);
  const message = await newMessage();
  const externalId = newExternalId();
  await deliverTo(message, { outcome: "sent", externalId }, () =>
    take(externalId, "delivered", { messageId: message.id }),
  );
  const noted = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("channel")
      .select("last_out_on")
      .where("id", "=", world.channels.harbour.id)
      .executeTakeFirst(),
  );
  expect(noted?.last_out_on).toEqual(world.clock.now());
});

test("a delivered message that was queued again is not sent again", async () => {
  const message = await newMessage({ status: "uncertain" });
  await world.work("mira", (scope) =>
    retryMessage(scope, { ticketid: message.ticket.id, messageid: message.id }),
  );
  await take(newExternalId(), "delivered", { messageId: message.id });
  let sends = 0;
  await deliverTo(message, { outcome: "sent", externalId: newExternalId() }, async () => void sends++);
  expect([sends, (await message.row()).status]).toEqual([0, "delivered"]);
});

test("a late failure of an earlier attempt does not fail the next", async () => {
  const first = newExternalId();
  const message = await newMessage({ status: "sent", external_id: first });
  await take(first, "failed", { messageId: message.id, reason: undelivered });
  expect(await message.row()).toMatchObject({ status: "failed", status_reason: undelivered });
  await world.work("mira", (scope) =>
    retryMessage(scope, { ticketid: message.ticket.id, messageid: message.id }),
  );
  const again = () => take(first, "failed", { messageId: message.id, reason: undelivered });
  await again();
  expect(await message.row()).toMatchObject({ status: "queued" });
  await deliverTo(message, { outcome: "sent", externalId: newExternalId() }, again);
  expect(await message.row()).toMatchObject({ status: "sent" });
  await again();
  expect(await message.row()).toMatchObject({ status: "sent" });
});

test("a receipt with an id that is not ours, or another company's, changes nothing and is not kept", async () => {
  const message = await newMessage({ status: "uncertain" });
  const { id, companyId } = world.channels.northwind;
  const theirs = { ...channel, id, companyId };
  await receive(world.context, theirs, [
    { kind: "receipt", externalId: "x", messageId: message.id, status: "read", reason: null },
  ]);
  await take("y", "read", { messageId: "m-77" });
  await take("z", "read", { messageId: crypto.randomUUID() });
  expect(await message.row()).toMatchObject({ status: "uncertain" });
  expect(await keptReceipts()).toEqual([]);
});

describe("one receipt covers all unread messages, by ids that are numbers and grow with time, and", () => {
  let number = 5_951_234_567_890_123_456n;
  const nextId = () => String(++number);
  const upTo = ({ ticket }: { ticket: { client_external_id: string } }) => ({
    upTo: { client: ticket.client_external_id },
  });

  test("a receipt for all unread messages holds for earlier ones while its own send is not recorded, and for no later one", async () => {
    const [earlier, seen, later] = [nextId(), nextId(), nextId()];
    const message = await newMessage({ status: "delivered", external_id: later });
    await take(seen, "read", upTo(message));
    expect((await message.row()).status).toBe("delivered");
    const other = await newMessage({ status: "delivered", external_id: earlier });
    await take(seen, "read", upTo(other));
    expect((await other.row()).status).toBe("read");
  });

  test("a receipt for all unread messages does not hold for one that was sent again after it", async () => {
    const first = await newMessage({ status: "uncertain" });
    const externalId = nextId();
    const second = { agent: world.agents.mira, status: "sent", external_id: externalId } as const;
    await world.message(first.ticket, second);
    const ids = { ticketid: first.ticket.id, messageid: first.id };
    await world.work("mira", (scope) => retryMessage(scope, ids));
    await deliverTo(first, { outcome: "sent", externalId: nextId() });
    await take(externalId, "read", upTo(first));
    expect((await first.row()).status).toBe("sent");
  });

  test.each(["the next one's answer came", "the next one's answer was lost"])(
    "a receipt for all unread messages reaches one whose answer comes late: %s",
    async (then) => {
      const message = await newMessage();
      const [own, next] = [nextId(), nextId()];
      await deliverTo(message, { outcome: "sent", externalId: own }, async () => {
        world.clock.advance(91_000);
        await deliverTo(message, { outcome: "unknown", reason: undelivered });
        expect((await message.row()).status).toBe("uncertain");
        const facts = then.endsWith("lost")
          ? { status: "uncertain" as const }
          : { status: "sent" as const, external_id: next };
        await world.message(message.ticket, { agent: world.agents.mira, ...facts });
        await take(next, "read", upTo(message));
      });
      expect(await message.row()).toMatchObject({ status: "read", external_id: own });
      const updates = world.published.filter(({ event }) => event === "messageUpdate");
      expect(updates.at(-1)).toMatchObject({ payload: { status: "read" } });
    },
  );
});
