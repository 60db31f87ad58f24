import { reasonOf } from "@parley/contract/reasons";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import type { Channel, IncomingEvent, IncomingMessage } from "../seam/adapter.ts";
import { receive } from "./receive.ts";

let world: World;
let channel: Channel;
let lastPerson = 550_000;
let lastMessage = 50;

beforeAll(async () => {
  world = await createWorld();
  const { id, companyId, externalId, token } = world.channels.harbour;
  channel = { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token };
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

const take = (...events: IncomingEvent[]) => receive(world.context, channel, events);

function newPerson() {
  lastPerson += 1;
  return { externalId: String(lastPerson), name: "Olena Koval", username: "olena_k", lang: "uk" };
}

function messageFrom(from: IncomingMessage["from"], facts: Partial<IncomingMessage> = {}): IncomingMessage {
  lastMessage += 1;
  return {
    kind: "message",
    externalId: `${from.externalId}:${lastMessage}`,
    from,
    sentOn: world.clock.now(),
    type: "text",
    content: "Where is order 7?",
    caption: null,
    media: null,
    album: null,
    replyToExternalId: null,
    ...facts,
  };
}

const stored = (from: IncomingMessage["from"]) =>
  world.desk("harbour", async ({ db }) => {
    const identities = await db
      .selectFrom("client_identity")
      .selectAll()
      .where("external_id", "=", from.externalId)
      .execute();
    const tickets = await db
      .selectFrom("ticket")
      .selectAll()
      .where("client_external_id", "=", from.externalId)
      .orderBy("created_on")
      .execute();
    const ids = tickets.map(({ id }) => id);
    const messages = ids.length
      ? await db.selectFrom("message").selectAll().where("ticket_id", "in", ids).orderBy("seq").execute()
      : [];
    return { identities, tickets, messages };
  });

const close = (ticketId: string) =>
  world.desk("harbour", ({ db, now }) =>
    db.updateTable("ticket").set({ closed_on: now }).where("id", "=", ticketId).execute(),
  );

const events = () => world.published.map(({ event }) => event);

test("a blocked client's message is counted and opens nothing", async () => {
  const from = newPerson();
  await take(messageFrom(from));
  const { tickets, identities } = await stored(from);
  await close(tickets[0]?.id ?? "");
  await world.desk("harbour", ({ db, now }) =>
    db
      .updateTable("client")
      .set({ blocked_on: now })
      .where("id", "=", identities[0]?.client_id ?? "")
      .execute(),
  );
  world.published.length = 0;
  await take(messageFrom(from), messageFrom(from));
  const client = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("client")
      .selectAll()
      .where("id", "=", identities[0]?.client_id ?? "")
      .executeTakeFirst(),
  );
  expect(client?.blocked_messages).toBe(2);
  expect((await stored(from)).messages).toHaveLength(1);
  expect(events()).toEqual([]);
});

test("a blocked client's message on an open ticket is counted too", async () => {
  const from = newPerson();
  await take(messageFrom(from));
  const { identities } = await stored(from);
  await world.desk("harbour", ({ db, now }) =>
    db
      .updateTable("client")
      .set({ blocked_on: now })
      .where("id", "=", identities[0]?.client_id ?? "")
      .execute(),
  );
  await take(messageFrom(from));
  expect((await stored(from)).messages).toHaveLength(1);
});

test("one message five times in a row is one row and one event", async () => {
  const message = messageFrom(newPerson());
  for (let n = 0; n < 5; n += 1) await take(message);
  expect((await stored(message.from)).messages).toHaveLength(1);
  expect(events()).toEqual(["newTicket", "newMessage"]);
});

test("an event that cannot be stored delays no other, and the provider repeats it", async () => {
  const [bad, good] = [newPerson(), newPerson()];
  const odd = messageFrom(bad, { content: "No text of PostgreSQL holds \0" });
  await expect(take(odd, messageFrom(good))).rejects.toThrow();
  expect([(await stored(bad)).messages.length, (await stored(good)).messages.length]).toEqual([0, 1]);
});

test("one message twenty times at once is one row", async () => {
  const message = messageFrom(newPerson());
  await Promise.all(Array.from({ length: 20 }, () => take(message)));
  const { tickets, messages } = await stored(message.from);
  expect(tickets).toHaveLength(1);
  expect(messages).toHaveLength(1);
  expect(events().filter((event) => event === "newMessage")).toHaveLength(1);
});

test("a repeat of a closed ticket's message neither reopens it nor opens another", async () => {
  const message = messageFrom(newPerson());
  await take(message);
  const { tickets } = await stored(message.from);
  await close(tickets[0]?.id ?? "");
  await Promise.all(Array.from({ length: 5 }, () => take(message)));
  const after = await stored(message.from);
  expect(after.tickets).toHaveLength(1);
  expect(after.tickets[0]?.closed_on).not.toBeNull();
  expect(after.messages).toHaveLength(1);
});

test("twenty first messages at once are one client, one ticket and twenty rows in order", async () => {
  const from = newPerson();
  await Promise.all(Array.from({ length: 20 }, () => take(messageFrom(from))));
  const { identities, tickets, messages } = await stored(from);
  expect(identities).toHaveLength(1);
  expect(tickets).toHaveLength(1);
  expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  const times = messages.map(({ created_on }) => created_on.getTime());
  expect(new Set(times).size).toBe(20);
  expect(tickets[0]?.client_messages).toBe(20);
});

test("twenty messages at once on a closed ticket reopen it once", async () => {
  const from = newPerson();
  await take(messageFrom(from));
  await close((await stored(from)).tickets[0]?.id ?? "");
  await Promise.all(Array.from({ length: 20 }, () => take(messageFrom(from))));
  const { tickets, messages } = await stored(from);
  expect(tickets).toHaveLength(1);
  expect(tickets[0]).toMatchObject({ closed_on: null, reopened_count: 1 });
  expect(messages.filter(({ type }) => type === "reopen")).toHaveLength(1);
  expect(messages).toHaveLength(22);
});

test("within the window a closed ticket is reopened, after it a new one opens", async () => {
  const from = newPerson();
  await take(messageFrom(from));
  const first = (await stored(from)).tickets[0]?.id ?? "";
  await close(first);
  world.clock.advance(24 * 3_600_000 - 1000);
  await take(messageFrom(from));
  expect((await stored(from)).tickets).toHaveLength(1);
  expect(events()).toContain("updateTicket");
  await close(first);
  world.clock.advance(24 * 3_600_000 + 1000);
  await take(messageFrom(from));
  const { tickets } = await stored(from);
  expect(tickets).toHaveLength(2);
  expect(tickets[0]?.closed_on).not.toBeNull();
});

test("a new ticket goes to the channel's department, or to the company's first if that was deleted", async () => {
  const { refunds, bookings, groups } = world.departments;
  const setDepartment = (id: string | null) =>
    world.desk("harbour", ({ db }) =>
      db.updateTable("channel").set({ department_id: id }).where("id", "=", channel.id).execute(),
    );
  await setDepartment(refunds.id);
  const olena = newPerson();
  await take(messageFrom(olena));
  expect((await stored(olena)).tickets[0]?.department_id).toBe(refunds.id);
  await setDepartment(null);
  const petro = newPerson();
  await take(messageFrom(petro));
  // The rows are made in the same moment, so the first is the one with the lowest id.
  const [first] = [bookings.id, refunds.id, groups.id].sort();
  expect((await stored(petro)).tickets[0]?.department_id).toBe(first);
});

test("a text on an open ticket takes two round trips: it is appended with the first statement, its jobs come with the commit", async () => {
  const from = newPerson();
  await take(messageFrom(from));
  const { statements } = await countStatements(world, () => take(messageFrom(from)));
  expect(statements).toEqual([
    expect.stringMatching(/^begin;.*receive_message/s),
    expect.stringMatching(/(^|; )commit$/),
  ]);
});

test("a reply from the client quotes the message it answers", async () => {
  const from = newPerson();
  const first = messageFrom(from);
  await take(first, messageFrom(from, { replyToExternalId: first.externalId }));
  const { messages } = await stored(from);
  expect(messages[1]?.original_id).toBe(messages[0]?.id);
});

test("an edit changes the message once, and an older edit changes nothing", async () => {
  const from = newPerson();
  const message = messageFrom(from);
  await take(message);
  world.published.length = 0;
  const edit = (content: string, seconds: number): IncomingEvent => ({
    kind: "edit",
    externalId: message.externalId,
    from,
    editedOn: new Date(seconds * 1000),
    content,
    caption: null,
  });
  await take(edit("Where is order 8?", 2000), edit("Where is order 8?", 2000), edit("Where is", 1000));
  const { messages, tickets } = await stored(from);
  expect(messages[0]).toMatchObject({ content: "Where is order 8?", edited_on: new Date(2_000_000) });
  expect(tickets[0]?.last_message_content).toBe("Where is order 8?");
  expect(events()).toEqual(["messageUpdate"]);
});

test("the preview of an edited message is cut like that of a new one, between whole characters", async () => {
  const content = `a${"😀".repeat(250)}`;
  const [from, other] = [newPerson(), newPerson()];
  const message = messageFrom(from);
  await take(message, messageFrom(other, { content }));
  const editedOn = new Date(2_000_000);
  await take({ kind: "edit", externalId: message.externalId, from, editedOn, content, caption: null });
  for (const client of [from, other]) {
    const { tickets } = await stored(client);
    expect(tickets[0]?.last_message_content).toBe(`a${"😀".repeat(199)}`);
  }
});

test("an event of an unknown message changes nothing", async () => {
  const from = newPerson();
  const externalId = `${from.externalId}:9`;
  await take(
    { kind: "edit", externalId, from, editedOn: new Date(), content: "x", caption: null },
    { kind: "reaction", externalId, reaction: "👍" },
    { kind: "receipt", externalId, status: "read", reason: null },
    {
      kind: "rating",
      from,
      ticketId: crypto.randomUUID(),
      rating: 3,
      clickId: "1",
      questionExternalId: null,
    },
    { kind: "reachable", from, reachable: false, reason: reasonOf("bot_blocked") },
  );
  expect(events()).toEqual([]);
});

test("a reaction is shown, and removed when taken back", async () => {
  const message = messageFrom(newPerson());
  const { externalId } = message;
  await take(message, { kind: "reaction", externalId, reaction: "👍" });
  expect((await stored(message.from)).messages[0]?.reaction).toBe("👍");
  await take(
    { kind: "reaction", externalId, reaction: null },
    { kind: "reaction", externalId, reaction: null },
  );
  expect((await stored(message.from)).messages[0]?.reaction).toBeNull();
  expect(events().filter((event) => event === "newReaction")).toHaveLength(2);
});

test("receipts out of order only move the status forward", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  const externalId = `${ticket.client_external_id}:900`;
  await world.message(ticket, { agent: world.agents.mira, status: "sent", external_id: externalId });
  const receipt = (status: "delivered" | "read" | "failed"): IncomingEvent => ({
    kind: "receipt",
    externalId,
    status,
    reason: null,
  });
  await take(receipt("read"), receipt("delivered"), receipt("failed"));
  const message = await world.desk("harbour", ({ db }) =>
    db.selectFrom("message").select("status").where("external_id", "=", externalId).executeTakeFirstOrThrow(),
  );
  expect(message.status).toBe("read");
});

test("only the client of a ticket rates it", async () => {
  const ticket = await world.ticket({ handler: "mira", closed: true });
  const rate = (externalId: string): IncomingEvent => ({
    kind: "rating",
    from: { ...newPerson(), externalId },
    ticketId: ticket.id,
    rating: 2,
    clickId: "77",
    questionExternalId: null,
  });
  const rating = async () =>
    (
      await world.desk("harbour", ({ db }) =>
        db.selectFrom("ticket").select("rating").where("id", "=", ticket.id).executeTakeFirstOrThrow(),
      )
    ).rating;
  await take(rate("1"));
  expect(await rating()).toBeNull();
  await take(rate(ticket.client_external_id));
  expect(await rating()).toBe(2);
});

test("a client who blocked the bot is unreachable until they write again", async () => {
  const from = newPerson();
  await take(messageFrom(from), {
    kind: "reachable",
    from,
    reachable: false,
    reason: reasonOf("bot_blocked"),
  });
  expect((await stored(from)).identities[0]).toMatchObject({ unreachable_reason: reasonOf("bot_blocked") });
  await take({ kind: "reachable", from, reachable: true, reason: null });
  expect((await stored(from)).identities[0]).toMatchObject({
    unreachable_on: null,
    unreachable_reason: null,
  });
});

test("media is stored as arriving, or as too large by its size", async () => {
  const from = newPerson();
  const media = { ref: "AgAC-l", name: "../photo.jpg", mediaType: "image/jpeg", size: 1000 };
  const facts = { width: 1280, height: 960, duration: null };
  const image = { type: "image", content: "" } as const;
  await take(
    messageFrom(from, { ...image, media: { ...media, ...facts } }),
    messageFrom(from, { ...image, media: { ...media, ...facts, size: 30_000_000 } }),
  );
  const { messages } = await stored(from);
  const files = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("file")
      .selectAll()
      .where(
        "id",
        "in",
        messages.map(({ file_id }) => file_id ?? ""),
      )
      .orderBy("size")
      .execute(),
  );
  expect(files.map(({ state, name, width }) => ({ state, name, width }))).toEqual([
    { state: "arriving", name: "photo.jpg", width: 1280 },
    { state: "too_large", name: "photo.jpg", width: 1280 },
  ]);
});
