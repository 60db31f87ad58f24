import { reasonOf } from "@parley/contract/reasons";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { fromBot, openDeliveries } from "../../../../test/world/deliveries.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { createAdapters } from "../../app/channels.ts";
import { inCompanyAs } from "../../floor/database/scope.ts";
import { retryMessage } from "../../support/messages/retry.ts";
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
beforeEach(() => {
  world.telegram.control.clearFaults();
  world.telegram.control.clearRequests();
  world.published.length = 0;
});

test("texts go out in their order and are sent", async () => {
  const { ticket, phone, person } = await newChat();
  for (const text of ["one", "two", "three"]) await write(ticket, text);
  await send(ticket);
  expect(fromBot(phone)).toEqual(["one", "two", "three"]);
  const [first] = await messagesOf(ticket);
  expect(first).toMatchObject({ status: "sent", status_reason: null, sending_until: null });
  expect(first?.external_id).toMatch(new RegExp(`^${person}:\\d+$`));
  expect(world.published.map(({ event }) => event)).toEqual([
    "messageUpdate",
    "messageUpdate",
    "messageUpdate",
  ]);
});

test("a reply takes seven round trips: claim, waiting messages and their lease; outcome; each with its lock and commit", async () => {
  const { ticket } = await newChat();
  await write(ticket, "warm");
  await send(ticket);
  await write(ticket, "one");
  const { statements } = await countStatements(world, () => send(ticket));
  // An account is cached for two seconds; on a busy machine it is looked up again.
  const lookUp = statements.findIndex((text) => text.includes('from "channel" where'));
  const own = lookUp < 0 ? statements : statements.toSpliced(lookUp - 1, 3);
  expect(own.map((text) => /^begin|commit$|^\w+/.exec(text)?.[0])).toEqual([
    ...["begin", "select", "update", "commit"],
    ...["begin", "with", "commit"],
  ]);
});

test("two concurrent deliveries of a ticket send each message once", async () => {
  const { ticket, phone } = await newChat();
  for (const text of ["one", "two", "three"]) await write(ticket, text);
  await Promise.all([send(ticket), send(ticket), send(ticket)]);
  await send(ticket);
  expect(fromBot(phone)).toEqual(["one", "two", "three"]);
});

test("a message that another process found behind one under way is sent when that has gone", async () => {
  const { ticket, phone } = await newChat();
  await write(ticket, "one");
  world.telegram.control.addFault({ kind: "latency", ms: 300, method: "sendMessage" });
  const first = send(ticket, { most: 1 });
  await vi.waitFor(async () => expect((await messagesOf(ticket))[0]?.sending_until).toBeTruthy());
  await write(ticket, "two");
  expect(await send(ticket)).toEqual({ tried: 0, more: false });
  expect(await first).toEqual({ tried: 1, more: true });
  expect(await send(ticket, { most: 1 })).toEqual({ tried: 1, more: false });
  expect(fromBot(phone)).toEqual(["one", "two"]);
});

test("after 429 all messages wait, in order, as long as Telegram asks", async () => {
  const { ticket, phone } = await newChat();
  world.telegram.control.addFault({ kind: "error", code: 429, retryAfter: 7, method: "sendMessage" });
  await write(ticket, "one");
  await write(ticket, "two");
  await send(ticket);
  expect(fromBot(phone)).toEqual([]);
  const [first] = await messagesOf(ticket);
  expect(first).toMatchObject({ status: "queued", attempts: 1 });
  expect(first?.next_attempt_on).toEqual(new Date(world.clock.now().getTime() + 7000));
  await send(ticket);
  expect(fromBot(phone)).toEqual([]);
  world.clock.advance(7000);
  await send(ticket);
  expect(fromBot(phone)).toEqual(["one", "two"]);
});

test("a refused message is failed with its reason and does not block the next", async () => {
  const { ticket, phone } = await newChat();
  const description = "Bad Request: message is too long";
  world.telegram.control.addFault({ kind: "error", code: 400, description, method: "sendMessage" });
  await write(ticket, "one");
  await write(ticket, "two");
  await send(ticket);
  expect(await statuses(ticket)).toEqual(["failed", "sent"]);
  expect((await messagesOf(ticket))[0]?.status_reason).toEqual(
    reasonOf("text_too_long_for", { provider: "Telegram" }),
  );
  expect(fromBot(phone)).toEqual(["two"]);
});

test("a blocked bot fails the message and makes the client unreachable", async () => {
  const { ticket, phone, person } = await newChat();
  phone.block();
  await write(ticket, "one");
  await send(ticket);
  const [message] = await messagesOf(ticket);
  expect(message).toMatchObject({ status: "failed", status_reason: reasonOf("bot_blocked") });
  const identity = await world.desk("harbour", ({ db }) =>
    db.selectFrom("client_identity").selectAll().where("external_id", "=", String(person)).executeTakeFirst(),
  );
  expect(identity).toMatchObject({ unreachable_reason: reasonOf("bot_blocked") });
});

test.each([
  { kind: "acceptThenDrop", takes: 1 },
  { kind: "badJson", takes: 1 },
  { kind: "acceptThenHang", takes: 1 },
  { kind: "hang", takes: 0 },
  { kind: "reset", takes: 0 },
] as const)(
  "an answer lost by $kind makes it uncertain, and nothing is sent twice",
  async ({ kind, takes }) => {
    const { ticket, phone } = await newChat();
    world.telegram.control.addFault({ kind, method: "sendMessage" });
    await write(ticket, "one");
    await write(ticket, "two");
    await send(ticket, { timeout: 300 });
    world.clock.advance(3_600_000);
    await send(ticket);
    expect(await statuses(ticket)).toEqual(["uncertain", "sent"]);
    expect((await messagesOf(ticket))[0]?.status_reason?.code).toBe("perhaps_arrived");
    expect(fromBot(phone)).toHaveLength(1 + takes);
  },
);

test("an internal error of Telegram makes the message uncertain", async () => {
  const { ticket } = await newChat();
  world.telegram.control.addFault({ kind: "error", code: 500, method: "sendMessage" });
  await write(ticket, "one");
  await send(ticket);
  expect(await statuses(ticket)).toEqual(["uncertain"]);
});

test("an expired lease makes the message uncertain; a living one is left alone", async () => {
  const { ticket, phone } = await newChat();
  const lease = new Date(world.clock.now().getTime() + 90_000);
  await write(ticket, "one", { sending_until: lease, attempts: 1 });
  await write(ticket, "two");
  await send(ticket);
  expect(fromBot(phone)).toEqual([]);
  world.clock.advance(90_000);
  await send(ticket);
  expect(await statuses(ticket)).toEqual(["uncertain", "sent"]);
  expect(fromBot(phone)).toEqual(["two"]);
});

test("a revoked token fails the message and marks the channel broken", async () => {
  const { ticket } = await newChat();
  world.telegram.control.addFault({ kind: "error", code: 401, method: "sendMessage" });
  const channel = () =>
    world.desk("harbour", ({ db }) =>
      db
        .selectFrom("channel")
        .selectAll()
        .where("id", "=", world.channels.harbour.id)
        .executeTakeFirstOrThrow(),
    );
  await write(ticket, "one");
  await send(ticket);
  expect(await statuses(ticket)).toEqual(["failed"]);
  expect((await channel()).broken_on).not.toBeNull();
  await write(ticket, "two");
  await send(ticket);
  expect(await channel()).toMatchObject({ broken_on: null, broken_reason: null });
});

test("past its deadline a message fails with a reason", async () => {
  const { ticket, phone } = await newChat();
  world.telegram.control.addFault({
    kind: "error",
    code: 429,
    retryAfter: 5,
    method: "sendMessage",
    times: 0,
  });
  const soon = new Date(world.clock.now().getTime() + 8000);
  await write(ticket, "one", { deadline_on: soon });
  await send(ticket);
  expect(await statuses(ticket)).toEqual(["queued"]);
  world.clock.advance(5000);
  await send(ticket);
  expect(await statuses(ticket)).toEqual(["failed"]);
  expect((await messagesOf(ticket))[0]?.status_reason).toEqual(
    reasonOf("too_late_because", { because: reasonOf("slow_down", { provider: "Telegram" }) }),
  );
  expect(fromBot(phone)).toEqual([]);
});

test("while the provider is unreachable the message waits 1, 2, 4 seconds", async () => {
  const { ticket } = await newChat();
  const { adapters } = world.context;
  // Port 1 of this machine refuses every connection.
  world.context.adapters = createAdapters({
    ...world.context.config,
    channelSettings: { TELEGRAM_API_URL: "http://127.0.0.1:1" },
  });
  try {
    await write(ticket, "one");
    for (const seconds of [1, 2, 4]) {
      await send(ticket);
      const [message] = await messagesOf(ticket);
      expect(message?.status).toBe("queued");
      expect(message?.next_attempt_on?.getTime()).toBe(world.clock.now().getTime() + seconds * 1000);
      world.clock.advance(seconds * 1000);
    }
  } finally {
    world.context.adapters = adapters;
  }
  await send(ticket);
  expect(await statuses(ticket)).toEqual(["sent"]);
});

test("a retry sends the same message once more", async () => {
  const { ticket, phone } = await newChat();
  world.telegram.control.addFault({ kind: "error", code: 400, method: "sendMessage" });
  const message = await write(ticket, "one");
  await send(ticket);
  expect(await statuses(ticket)).toEqual(["failed"]);
  await inCompanyAs(world.context, world.agents.mira.actor, (scope) =>
    retryMessage(scope, { ticketid: ticket.id, messageid: message.id }),
  );
  await send(ticket);
  expect(await statuses(ticket)).toEqual(["sent"]);
  expect(fromBot(phone)).toEqual(["one"]);
});

test("a quote is sent, and a quote of a removed message is left out", async () => {
  const { ticket, phone, person } = await newChat();
  const asked = await phone.write("Which pier?");
  const original = await world.message(ticket, {
    content: "Which pier?",
    external_id: `${person}:${asked.id}`,
  });
  const gone = await world.message(ticket, { content: "Gone", external_id: `${person}:99999` });
  await write(ticket, "Pier 4", { original_id: original.id });
  await write(ticket, "Pier 5", { original_id: gone.id });
  await send(ticket);
  expect(await statuses(ticket)).toEqual(["sent", "sent"]);
  const [first] = world.telegram.control.requests({ method: "sendMessage", person });
  expect(first?.params).toMatchObject({ reply_parameters: { message_id: asked.id } });
});

test("the sweep finds due and abandoned messages, and nothing else", async () => {
  const due = await newChat();
  await write(due.ticket, "due");
  const later = await newChat();
  const next = new Date(world.clock.now().getTime() + 60_000);
  await write(later.ticket, "later", { next_attempt_on: next });
  const held = await newChat();
  await write(held.ticket, "held", { sending_until: next });
  await sweepDeliveries(world.context);
  const { rows } = await world.context.pool.query<{ key: string }>(
    "select key from graphile_worker.jobs where task_identifier = 'deliver' and run_at <= now()",
  );
  const keys = rows.map(({ key }) => key);
  expect(keys).toContain(`deliver:${due.ticket.id}`);
  expect(keys).not.toContain(`deliver:${later.ticket.id}`);
  expect(keys).not.toContain(`deliver:${held.ticket.id}`);
});

test("the token appears in no log line and no answer", async () => {
  const secret = world.channels.harbour.token.split(":")[1] ?? "";
  expect(world.logged.join("\n")).not.toContain(secret);
  expect(JSON.stringify(world.published)).not.toContain(secret);
});
