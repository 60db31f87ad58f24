/** Merging two tickets of a client: who may, what is refused, and what else of them is right while they are merged. */
import { randomUUID } from "node:crypto";
import type { FailedMessage, Message, SearchResult } from "@parley/contract/messages";
import type { NotesAnswer } from "@parley/contract/notes";
import type { Pin } from "@parley/contract/pins";
import type { SharedTicket, Ticket, Unmerged } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plantPair } from "../../../../test/world/merged-pair.ts";
import { connectWebChat, openVisitorBrowser, type WebChat } from "../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
import type { Channel } from "../../channels/seam/adapter.ts";
import { purgeDeleted } from "./purge.ts";

let world: World;
let channel: Channel;
let chat: WebChat;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  const { id, companyId, externalId, token } = world.channels.harbour;
  channel = { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token };
  chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
});
afterAll(() => world.close());
beforeEach(() => {
  world.clock.advance(60_000);
  world.published.length = 0;
});

type Agent = Parameters<World["as"]>[0];
const merge = (agent: Agent, ticketid: string, into: string) =>
  world.as(agent).post("/merge-tickets", { ticketid, into });
const undo = (agent: Agent, ticketid: string) => world.as(agent).post("/unmerge-ticket", { ticketid });
const get = async <Answer>(path: string, agent: Agent = "mira") =>
  (await world.as(agent).get(path)).json<Answer>();

const pair = (facts?: Parameters<typeof plantPair>[1]) => plantPair(world, facts);

const write = (thread: string, content: string) =>
  receive(world.context, channel, [
    {
      kind: "message",
      ...{ externalId: `${thread}:${randomUUID()}`, sentOn: world.clock.now(), type: "text", content },
      ...{ from: { externalId: thread, name: "Olena Koval", username: null, lang: "en" } },
      ...{ caption: null, media: null, album: null, replyToExternalId: null },
    },
  ]);

const ticketIdOf = async (messageId: string) =>
  (await world.context.pool.query("select ticket_id from message where id = $1", [messageId])).rows[0]
    ?.ticket_id;

describe("merging", () => {
  test("strangers, agents of another department or company, and an agent who handles one of them alone cannot merge", async () => {
    const { target, merged } = await pair({ handler: "jonas" });
    expect((await world.stranger.post("/merge-tickets", { ticketid: merged, into: target })).statusCode).toBe(
      401,
    );
    expect((await world.stranger.post("/unmerge-ticket", { ticketid: merged })).statusCode).toBe(401);
    expect((await merge("mira", merged, target)).statusCode).toBe(403);
    const foreign = await world.ticket({ department: "general" });
    const hidden = await world.ticket({ department: "refunds" });
    const own = await world.ticket({ handler: "mira" });
    // Whichever id is locked first, one that is not seen is unknown.
    for (let count = 0; count < 6; count += 1) {
      const another = await world.ticket({ handler: "jonas" });
      expect((await merge("mira", another.id, hidden.id)).statusCode).toBe(404);
      expect((await merge("mira", another.id, foreign.id)).statusCode).toBe(404);
    }
    for (const elsewhere of [foreign, hidden]) {
      expect((await merge("mira", elsewhere.id, own.id)).statusCode).toBe(404);
      expect((await merge("mira", own.id, elsewhere.id)).statusCode).toBe(404);
    }
  });

  test("a ticket is not merged with a closed, a deleted or the same one, nor with one of another client", async () => {
    const { target, merged } = await pair();
    const other = await world.ticket({ handler: "mira" });
    expect((await merge("ingrid", merged, other.id)).json()).toMatchObject({
      reason: { code: "merged_other_client" },
    });
    expect((await merge("ingrid", merged, merged)).json()).toMatchObject({
      reason: { code: "merged_with_itself" },
    });
    await world.as("mira").post("/close-ticket", { ticketid: target, silently: true });
    expect([
      (await merge("mira", merged, target)).statusCode,
      (await merge("mira", target, merged)).statusCode,
    ]).toEqual([403, 403]);
    await world.as("ingrid").post("/admin/delete-ticket", { ticketid: target });
    expect((await merge("mira", merged, target)).statusCode).toBe(404);
  });

  test("a merged ticket, and one that has others, is not merged further; a repeat changes nothing", async () => {
    const { target, merged, client } = await pair();
    const third = await world.ticket({ handler: "mira" });
    await world.desk("harbour", ({ db }) =>
      db.updateTable("ticket").set({ client_id: client }).where("id", "=", third.id).execute(),
    );
    expect((await merge("mira", merged, target)).statusCode).toBe(200);
    const kinds = async () =>
      (await world.context.pool.query("select kind from event where subject_id = $1", [target])).rows.length;
    const before = await kinds();
    expect((await merge("mira", merged, target)).json<Ticket>().merged).toEqual([merged]);
    expect(await kinds()).toBe(before);
    expect((await merge("mira", third.id, merged)).json()).toMatchObject({
      reason: { code: "merged_already" },
    });
    expect((await merge("mira", merged, third.id)).json()).toMatchObject({
      reason: { code: "merged_already" },
    });
    expect((await merge("mira", target, third.id)).json()).toMatchObject({
      reason: { code: "merged_holds_others" },
    });
    expect((await merge("mira", third.id, target)).json<Ticket>().merged).toEqual([merged, third.id]);
  });

  test("the later of two agents who merge the same pair both ways at once is refused", async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { target, merged } = await pair();
      const answers = await Promise.all([merge("mira", merged, target), merge("ingrid", target, merged)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      const { rows } = await world.context.pool.query(
        "select count(merged_into)::int as merged, count(merged_tickets)::int as targets from ticket where id = any($1)",
        [[target, merged]],
      );
      expect(rows).toEqual([{ merged: 1, targets: 1 }]);
    }
  });
});

describe("while two tickets are merged", () => {
  test("a reply goes by the thread of the message it answers, else of the client's newest", async () => {
    const { target, merged, threads } = await pair();
    await merge("mira", merged, target);
    await write(threads.target, "Third");
    const send = async (more: object = {}) => {
      const sent = await world
        .as("mira")
        .post("/send-message", { ticketid: target, content: "Yes", ...more });
      expect(sent.statusCode, sent.body).toBe(200);
      return ticketIdOf(sent.json<Message>().messageid);
    };
    expect(await send()).toBe(target);
    const [quoted] = (
      await world.context.pool.query("select id from message where ticket_id = $1 and not is_agent", [merged])
    ).rows;
    expect(await send({ originalMessageId: quoted.id })).toBe(merged);
    await write(threads.merged, "Fourth");
    expect(await send()).toBe(merged);
    await world.drain();
    // The simulated network knows neither phone, and says so: each was tried.
    const { rows } = await world.context.pool.query(
      "select status from message where is_agent and ticket_id = any($1)",
      [[target, merged]],
    );
    expect(rows.map(({ status }) => status)).toEqual(["failed", "failed", "failed"]);
  });

  test("the reply guard sees what the client wrote on the other thread", async () => {
    const { target, merged, threads } = await pair();
    const { last_seq: seenSeq } = (await merge("mira", merged, target)).json<Ticket>();
    await write(threads.merged, "Wait");
    const body = { ticketid: target, content: "Yes", seenSeq };
    const refused = await world.as("mira").post("/send-message", body);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: "client_wrote",
        lastSeq: 3,
        news: [{ content: "Wait", ticketid: target, seq: 3, channelid: channel.id }],
      },
    ]);
  });

  test("a reader's place, failures and the reply window are those of these tickets alone", async () => {
    const { target, merged, rows } = await pair();
    const { target: beside, rows: others } = await pair();
    const [mira, jonas] = [world.agents.mira.id, world.agents.jonas.id];
    const until = (hours: number) => new Date(world.clock.now().getTime() + hours * 3_600_000);
    await merge("mira", merged, target);
    await world.message(rows.target, { type: "text", is_agent: true, content: "Later", agent_id: mira });
    await world.desk("harbour", async ({ db, companyId: company_id, now }) => {
      const read = { company_id, seq: 1, client_messages: 1, read_on: now };
      await db
        .insertInto("ticket_read")
        .values([
          { ...read, ticket_id: merged, agent_id: jonas },
          { ...read, ticket_id: beside, agent_id: mira },
        ])
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const failed = await db
        .selectFrom("message")
        .select("id")
        .where("ticket_id", "=", others.target.id)
        .executeTakeFirstOrThrow();
      await db
        .insertInto("failed_message")
        .values({ company_id, message_id: failed.id, ticket_id: beside, agent_id: mira, failed_on: now })
        .execute();
    });
    const windows = [
      [target, until(2)],
      [merged, until(9)],
      [beside, until(20)],
    ] as const;
    for (const [id, on] of windows)
      await world.context.pool.query("update ticket set reply_window_until = $2 where id = $1", [id, on]);
    const seenBy = (agent: Agent) => get<Ticket>(`/tickets/${target}`, agent);
    expect((await seenBy("mira")).unread).toBe(2);
    expect((await seenBy("jonas")).unread).toBe(1);
    // The client wrote last in the merged ticket, whatever the desk wrote since in the other.
    expect((await seenBy("mira")).reply_window_until).toBe(until(9).toISOString());
    expect((await seenBy("mira")).failed).toBeUndefined();
  });

  test("unread messages, search, pins, notes and event lines are those of both", async () => {
    const { target, merged } = await pair();
    const [message] = (
      await world.context.pool.query("select id from message where ticket_id = $1", [merged])
    ).rows;
    await world.as("mira").post(`/${merged}/pin-message`, { messageid: message.id });
    await world.as("mira").post("/write-note", { ticketid: merged, content: "Noted before" });
    await merge("mira", merged, target);
    expect(await get<Ticket>(`/tickets/${merged.slice(0, 8)}`)).toMatchObject({
      ...{ ticketid: target, unread: 2, last_seq: 2, client_messages: 2 },
      last_message: { content: "The second" },
    });
    const found = await get<SearchResult[]>(`/search-message?ticketid=${target}&keyword=second`);
    expect(found).toMatchObject([{ messageid: message.id, ticketid: target, seq: 2 }]);
    expect(await get<Pin[]>(`/${target}/get-pinned-msg`)).toMatchObject([
      { messageid: message.id, ticketid: target, seq: 2 },
    ]);
    for (const keyword of ["second", "first"]) {
      const tickets = await get<Ticket[]>(`/search-ticket/${keyword}/open`);
      expect(tickets.map(({ ticketid }) => ticketid)).toContain(target);
      expect(tickets.map(({ ticketid }) => ticketid)).not.toContain(merged);
    }
    const { notes, lines } = await get<NotesAnswer>(`/${target}/notes`);
    expect(notes.map(({ content, ticketid }) => [content, ticketid])).toEqual([["Noted before", target]]);
    expect(lines.map(({ kind }) => kind)).toContain("ticket_merge");
    const edited = { ticketid: target, noteid: notes[0]?.noteid, content: "Noted anew" };
    expect((await world.as("mira").post("/edit-note", edited)).statusCode).toBe(200);
  });

  test("a failed message of the merged one is its target's, and is sent again on its own thread", async () => {
    const { target, merged } = await pair();
    const message = await world.message(
      { id: merged, company_id: world.companies.harbour.id },
      { agent: { id: world.agents.mira.id }, status: "queued" },
    );
    await world.context.pool.query("update message set status = 'failed' where id = $1", [message.id]);
    await merge("mira", merged, target);
    const failed = await get<FailedMessage[]>("/failed-messages");
    expect(failed.find(({ messageid }) => messageid === message.id)).toMatchObject({
      ticketid: target,
      seq: 3,
    });
    expect(await get<Ticket>(`/tickets/${target}`)).toMatchObject({ failed: true });
    const again = await world.as("mira").post("/retry-message", { ticketid: target, messageid: message.id });
    expect(again.statusCode, again.body).toBe(200);
    expect(again.json<Message>()).toMatchObject({ ticketid: target, status: "queued" });
  });

  test("a message on the merged thread reopens the target; after the window a new ticket begins", async () => {
    const { target, merged, threads } = await pair();
    await merge("mira", merged, target);
    await world.as("mira").post("/close-ticket", { ticketid: target, silently: true });
    await write(threads.merged, "Once more");
    expect(await get<Ticket>(`/tickets/${target}`)).toMatchObject({ closed_on: null, last_seq: 5 });
    await world.as("mira").post("/close-ticket", { ticketid: target, silently: true });
    const window = (hours: number) =>
      world.context.pool.query("update company set reopen_window_hours = $1", [hours]);
    await window(1);
    world.clock.advance(2 * 3_600_000);
    await write(threads.merged, "A new question");
    await window(24);
    const rows = await world.context.pool.query(
      "select id from ticket where thread = $1 and closed_on is null",
      [threads.merged],
    );
    expect(rows.rows).toHaveLength(1);
    expect(rows.rows[0].id).not.toBe(merged);
    const { ticket } = (await undo("mira", merged)).json<Unmerged>();
    expect(ticket.closed_on).not.toBeNull();
  });

  test("spam of the target takes what comes on the merged thread without a notice", async () => {
    const { target, merged, threads } = await pair();
    await merge("mira", merged, target);
    await world.as("mira").post("/mark-spam", { ticketid: merged });
    await write(threads.merged, "Buy now");
    expect(await get<Ticket>(`/tickets/${merged}`)).toMatchObject({
      ticketid: target,
      stage: "closed",
      last_message: { content: "Buy now" },
    });
  });

  test("both are hidden with the deleted target, and come back with it", async () => {
    const { target, merged, threads } = await pair();
    await merge("mira", merged, target);
    const deleted = await world.as("ingrid").post("/admin/delete-ticket", { ticketid: merged });
    expect(deleted.json()).toMatchObject({ ticketid: target });
    for (const id of [target, merged])
      expect((await world.as("ingrid").get(`/tickets/${id}`)).statusCode).toBe(404);
    await world.as("ingrid").post("/admin/restore-ticket", { ticketid: target, reopen: true });
    expect(await get<Ticket>(`/tickets/${merged}`)).toMatchObject({ ticketid: target, closed_on: null });
    await world.as("ingrid").post("/admin/delete-ticket", { ticketid: target });
    await write(threads.merged, "Is anybody there?");
    const { rows } = await world.context.pool.query(
      "select id from ticket where thread = $1 and closed_on is null and merged_into is null",
      [threads.merged],
    );
    expect(rows).toHaveLength(1);
  });

  test("a snooze of either ends; the lists, a client's page and the figures have one ticket", async () => {
    const { target, merged, client } = await pair();
    for (const ticketid of [target, merged])
      await world.as("mira").post("/snooze-ticket", { ticketid, until: "client_writes" });
    await merge("mira", merged, target);
    expect((await get<Ticket>(`/tickets/${target}`)).snoozed).toBeUndefined();
    const { rows } = await world.context.pool.query("select snoozed_on from ticket where id = $1", [merged]);
    expect(rows).toEqual([{ snoozed_on: null }]);
    const page = await world.as("ingrid").get(`/admin/${client}/get-client`);
    expect(page.body).not.toContain(merged);
    const table = await get<{ tickets?: SharedTicket[] } | SharedTicket[]>("/get-tickets", "ingrid");
    expect(JSON.stringify(table)).not.toContain(`"ticketid":"${merged}"`);
  });

  test("a visitor's page goes on in their own conversation", async () => {
    const browser = openVisitorBrowser(world, chat);
    const { conversation } = await browser.write("Hello from the page");
    const target = await world.ticket({ handler: "mira" });
    const { rows } = await world.context.pool.query(
      "update ticket set client_id = $2 where id = $1 returning id",
      [target.id, (await get<Ticket>(`/tickets/${conversation.id}`, "ingrid")).clientid],
    );
    expect(rows).toHaveLength(1);
    expect((await merge("ingrid", conversation.id, target.id)).statusCode).toBe(200);
    const written = await browser.write("And one more thing", { conversation: conversation.id });
    expect(written.conversation).toMatchObject({ id: conversation.id, state: "accepted", seq: 2 });
    expect(await get<Ticket>(`/tickets/${target.id}`, "ingrid")).toMatchObject({
      last_seq: 3,
      last_message: { content: "And one more thing" },
    });
    const answer = await world
      .as("mira")
      .post("/send-message", { ticketid: target.id, content: "Here I am" });
    expect(await ticketIdOf(answer.json<Message>().messageid)).toBe(conversation.id);
  });
});

test("screens drop the merged ticket, fetch its target anew, and get it back when it is undone", async () => {
  const { target, merged } = await pair();
  await merge("mira", merged, target);
  const events = () =>
    world.published
      .filter(({ event }) => event === "updateTicket" || event === "removeTicket")
      .map(({ event, payload }) => [event, payload]);
  expect(events()).toMatchObject([
    ["updateTicket", { ticketid: target, remerged: true, merged: [merged], last_seq: 2 }],
    ["removeTicket", { ticketid: merged, into: target }],
  ]);
  world.published.length = 0;
  await undo("mira", merged);
  expect(events()).toMatchObject([
    ["updateTicket", { ticketid: target, remerged: true, last_seq: 1 }],
    ["updateTicket", { ticketid: merged, restored: true, last_seq: 1 }],
  ]);
});

test("the rows of both go with the deleted target", async () => {
  const { target, merged } = await pair();
  await merge("mira", merged, target);
  await world.as("ingrid").post("/admin/delete-ticket", { ticketid: target });
  world.clock.advance(31 * 24 * 3_600_000);
  await purgeDeleted(world.context);
  await purgeDeleted(world.context);
  const left = await world.context.pool.query("select id from ticket where id = any($1)", [[target, merged]]);
  expect(left.rows).toEqual([]);
});
