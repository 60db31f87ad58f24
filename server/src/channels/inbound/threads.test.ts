/** Channels on which a client may have several conversations at once, with several people in one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import type { Channel, IncomingMessage } from "../seam/adapter.ts";
import { receive } from "./receive.ts";

let world: World;
let channel: Channel;
let last = 0;
beforeAll(async () => {
  world = await createWorld();
  const { id, companyId, externalId, token } = world.channels.harbour;
  channel = { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token };
});
afterAll(() => world.close());

const person = (externalId: string, name: string) => ({ externalId, name, username: null, lang: null });
const olena = person("olena@pier.example", "Olena Koval");
const rosa = person("rosa@pier.example", "Rosa Lind");

async function write(thread: string, facts: Partial<IncomingMessage> = {}) {
  last += 1;
  const message: IncomingMessage = {
    kind: "message",
    externalId: `<${last}@pier.example>`,
    from: olena,
    thread,
    sentOn: world.clock.now(),
    type: "text",
    content: `Line ${last}`,
    caption: null,
    media: null,
    album: null,
    replyToExternalId: null,
    ...facts,
  };
  await receive(world.context, channel, [message]);
  return message;
}

const ticketsOf = (thread: string) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").selectAll().where("thread", "=", thread).execute(),
  );
const messagesOf = (ticketId: string) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("message").selectAll().where("ticket_id", "=", ticketId).orderBy("seq").execute(),
  );
const participantsOf = (ticketId: string) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("participant").select(["external_id", "name"]).where("ticket_id", "=", ticketId).execute(),
  );
const close = (thread: string) =>
  world.desk("harbour", ({ db, now }) =>
    db.updateTable("ticket").set({ closed_on: now }).where("thread", "=", thread).execute(),
  );

test("two threads of one client are two open tickets of one client", async () => {
  await write("order 7");
  await write("order 8");
  await write("order 7");
  const [seven, ...more] = await ticketsOf("order 7");
  const [eight] = await ticketsOf("order 8");
  expect(more).toEqual([]);
  expect(seven?.client_id).toBe(eight?.client_id);
  expect([seven?.client_messages, eight?.client_messages]).toEqual([2, 1]);
});

test("a message reopens the ticket of its own thread, not the client's last", async () => {
  await write("older");
  await write("newer");
  await close("older");
  await close("newer");
  await write("older");
  const [older] = await ticketsOf("older");
  const [newer] = await ticketsOf("newer");
  expect([older?.closed_on, older?.reopened_count]).toEqual([null, 1]);
  expect([newer?.closed_on === null, newer?.reopened_count]).toEqual([false, 0]);
});

test("messages of one thread that arrive at once are one ticket", async () => {
  await Promise.all([write("at once"), write("at once"), write("at once")]);
  const tickets = await ticketsOf("at once");
  expect(tickets.map(({ client_messages }) => client_messages)).toEqual([3]);
});

test("each message names its author, and an author other than the client is a participant, once", async () => {
  await write("together");
  await write("together", { author: rosa });
  const repeat = await write("together", { author: { ...rosa, name: "Rosa Lind, Pier" } });
  await receive(world.context, channel, [repeat]);
  const [ticket] = await ticketsOf("together");
  expect((await messagesOf(ticket?.id ?? "")).map(({ author }) => author)).toEqual([
    olena.externalId,
    rosa.externalId,
    rosa.externalId,
  ]);
  expect(await participantsOf(ticket?.id ?? "")).toEqual([
    { external_id: rosa.externalId, name: "Rosa Lind, Pier" },
  ]);
});

test("a message of an agent names no author but the agent", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  await world.as("mira").post("/send-message", { ticketid: ticket.id, content: "Good morning" });
  const written = await messagesOf(ticket.id);
  expect(written.map(({ author, agent_id }) => [author, agent_id])).toEqual([
    [ticket.client_external_id, null],
    [null, world.agents.mira.id],
  ]);
});
