/** The content of a merged ticket is found, read and answered in its target. */
import { randomUUID } from "node:crypto";
import type { ClientFile, TicketClient } from "@parley/contract/client-panel";
import type { Message } from "@parley/contract/messages";
import type { ProgramMessage, ProgramNote, ProgramTicket } from "@parley/contract/programs";
import type { EverythingAnswer, Hit } from "@parley/contract/search";
import type { Tag, TagUses } from "@parley/contract/tags";
import type { Ticket } from "@parley/contract/tickets";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { declare } from "../../../../test/world/declare.ts";
import { form } from "../../../../test/world/form.ts";
import { makeKey, type Program } from "../../../../test/world/keys.ts";
import { giveTo, plantPair } from "../../../../test/world/merged-pair.ts";
import { connectWebChat, openVisitorBrowser } from "../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { insertMail } from "../messages/mail-rows.ts";
import { findTarget, mergedOnThread } from "../ticket/merged.ts";

let world: World;
let crm: Program;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  crm = await makeKey(world, "ingrid", { abilities: ["readTickets", "answerTickets", "sendReplies"] });
});
afterAll(() => world.close());
beforeEach(() => {
  world.clock.advance(60_000);
});

const post = async (path: string, body: object) => {
  const answer = await world.as("mira").post(path, body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer;
};
const merge = ({ target, merged }: { target: string; merged: string }) =>
  post("/merge-tickets", { ticketid: merged, into: target });
const get = async <Answer>(path: string) => (await world.as("mira").get(path)).json<Answer>();
async function hitsOf(q: string, kind: Hit["kind"]): Promise<Hit[]> {
  const { groups } = await get<EverythingAnswer>(`/search?q=${encodeURIComponent(q)}`);
  return groups.filter((group) => group.kind === kind).flatMap(({ hits }) => hits);
}
const ticketIds = (hits: Hit[]) => hits.map(({ ticket }) => ticket?.ticketid);

describe("the search finds in the target", () => {
  test("messages, notes and files of a merged ticket, at their numbers there", async () => {
    const pair = await plantPair(world, { messages: ["A blue otter", "A red walrus"] });
    world.clock.advance(1_000);
    await post("/write-note", { ticketid: pair.merged, content: "our narwhal" });
    const file = { name: "pelican.txt", content: "x" };
    const sent = await world
      .as("mira")
      .post("/send-note-file", undefined, form({ ticketid: pair.merged }, file));
    expect(sent.statusCode, sent.body).toBe(201);
    await merge(pair);
    for (const [word, kind] of [
      ["walrus", "messages"],
      ["narwhal", "notes"],
      ["pelican", "files"],
    ] as const) {
      const hits = await hitsOf(word, kind);
      expect(hits, word).toMatchObject([{ seq: 2, ticket: { ticketid: pair.target } }]);
    }
    expect(ticketIds(await hitsOf("has:note", "tickets"))).toContain(pair.target);
  });

  test("texts that the index names in a merged ticket", async () => {
    const pair = await plantPair(world, { messages: ["A grey heron", "A white stork"] });
    await post("/write-note", { ticketid: pair.merged, content: "a stork" });
    await merge(pair);
    const found = (place: string) =>
      world.desk("harbour", async ({ db, companyId }) => {
        const { rows } = await sql<{ ticket_id: string }>`
          select ticket_id from find_by_words(${companyId}::uuid, ${place}::text, array['stork'])`.execute(
          db,
        );
        return rows.map(({ ticket_id }) => ticket_id);
      });
    expect([await found("message"), await found("note")]).toEqual([[pair.target], [pair.target]]);
    await post("/unmerge-ticket", { ticketid: pair.merged });
    expect(await found("message")).toEqual([pair.merged]);
  });

  test("a ticket by the subject of a merged one's mail, the names in it, and the beginning of its id", async () => {
    const pair = await plantPair(world);
    const { merged } = pair.rows;
    const message = await world.message(merged, { content: "See below", has_mail: true });
    await world.desk("harbour", (scope) =>
      insertMail(scope, merged, message.id, {
        ...{ ref: "<k@mail.example>", references: [], html: null, why: { kind: "new" } },
        ...{ subject: "Kaleidoscope", sender: { name: null, address: "o@quay.example" } },
        ...{ to: [], cc: [{ name: "Bruno Ferrante", address: "b@ferrante.example" }] },
      }),
    );
    await merge(pair);
    const start = pair.merged.slice(0, 8);
    for (const word of ["kaleidoscope", start])
      expect(ticketIds(await hitsOf(word, "tickets")), word).toEqual([pair.target]);
    for (const word of ["kaleidoscope", "ferrante", start]) {
      const tickets = await get<Ticket[]>(`/search-ticket/${word}/open`);
      expect(tickets.map(({ ticketid }) => ticketid)).toEqual([pair.target]);
    }
    const [hit] = await hitsOf("ferrante", "messages");
    expect(hit).toMatchObject({ messageid: message.id, seq: 3, ticket: { ticketid: pair.target } });
  });
});

describe("what is read by an id or a thread", () => {
  test("a merged ticket is found by the beginning of its id beside an open one with that beginning", async () => {
    const pair = await plantPair(world);
    const beside = `${pair.merged.slice(0, 8)}-0000-4000-8000-000000000000`;
    await world.context.pool.query(
      `insert into ticket select r.* from ticket t cross join lateral
        jsonb_populate_record(null::ticket, to_jsonb(t) || jsonb_build_object('id', $2::text, 'thread', $2::text,
          'merged_tickets', null)) r where t.id = $1`,
      [pair.target, beside],
    );
    await merge(pair);
    const found = (id: string) => world.desk("harbour", (scope) => findTarget(scope, id));
    expect(await found(pair.merged.slice(0, 8))).toBe(pair.target);
    expect([await found(beside), await found(pair.target)]).toEqual([null, null]);
  });

  test("a thread names its merged ticket alone, and on its own account", async () => {
    const pair = await plantPair(world);
    await merge(pair);
    const { channel_id: channel } = pair.rows.target;
    const on = (id: string, thread: string) =>
      world.desk("harbour", (scope) => mergedOnThread(scope, id, thread));
    expect(await on(channel, pair.threads.merged)).toBe(pair.merged);
    expect(await on(channel, pair.threads.target)).toBeNull();
    expect(await on(randomUUID(), pair.threads.merged)).toBeNull();
    await post("/unmerge-ticket", { ticketid: pair.merged });
    expect(await on(channel, pair.threads.merged)).toBeNull();
  });
});

describe("a program", () => {
  test("reads merged tickets as one, page by page", async () => {
    const pair = await plantPair(world);
    await post("/write-note", { ticketid: pair.target, content: "one" });
    world.clock.advance(1_000);
    await post("/write-note", { ticketid: pair.merged, content: "two" });
    await merge(pair);
    const shown = (await crm.get(`/tickets/${pair.merged}`)).json<ProgramTicket>();
    expect(shown).toMatchObject({ id: pair.target, last_message_number: 2 });
    const pages = async <Item>(list: string) => {
      const items: Item[] = [];
      let after = "";
      do {
        const page = await crm.get(`/tickets/${pair.merged}/${list}?limit=1${after}`);
        expect(page.statusCode, page.body).toBe(200);
        const { data, next } = page.json<{ data: Item[]; next: string | null }>();
        items.push(...data);
        after = next ? `&after=${next}` : "";
      } while (after);
      return items;
    };
    const messages = await pages<ProgramMessage>("messages");
    expect(messages.map(({ text, number, ticket_id }) => [text, number, ticket_id])).toEqual([
      ["The first", 1, pair.target],
      ["The second", 2, pair.target],
    ]);
    const notes = await pages<ProgramNote>("notes");
    expect(notes.map(({ text, ticket_id }) => [text, ticket_id])).toEqual([
      ["one", pair.target],
      ["two", pair.target],
    ]);
  });

  test("answers a message of a merged ticket on its thread, and is told of a change of either by the version", async () => {
    const pair = await plantPair(world);
    await merge(pair);
    const version = async () => (await crm.get(`/tickets/${pair.target}`)).headers.etag as string;
    const before = await version();
    const [quoted] = (
      await world.context.pool.query("select id from message where ticket_id = $1", [pair.merged])
    ).rows;
    const body = { text: "Yes", quotes: quoted.id };
    const sent = await crm.post(`/tickets/${pair.merged}/messages`, body, { "if-match": before });
    expect(sent.statusCode, sent.body).toBe(201);
    expect(sent.json<ProgramMessage>()).toMatchObject({ ticket_id: pair.target, number: 3 });
    const { rows } = await world.context.pool.query(
      "select id from message where ticket_id = $1 and seq = 2",
      [pair.merged],
    );
    expect(rows).toEqual([{ id: sent.json<ProgramMessage>().id }]);
    expect(await version()).not.toBe(before);
    const late = await crm.post(`/tickets/${pair.target}/close`, {}, { "if-match": before });
    expect(late.statusCode).toBe(412);
  });
});

test("a client's panel leads from both identities to the target, and shows the files of both there", async () => {
  const pair = await plantPair(world);
  const { id: file_id } = await world.desk("harbour", ({ db, companyId }) =>
    db
      .insertInto("file")
      .values({
        ...{ company_id: companyId, ticket_id: pair.merged, name: "seat.png", state: "ready", size: 9 },
        ...{ media_type: "image/png", storage_key: "k/seat.png", created_on: world.clock.now() },
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  await world.message(pair.rows.merged, { type: "image", is_agent: false, content: "", file_id });
  await merge(pair);
  const { identities, tickets } = await get<TicketClient>(`/${pair.target}/client`);
  expect(identities.map(({ write }) => write)).toEqual([
    { by: "ticket", ticketid: pair.target },
    { by: "ticket", ticketid: pair.target },
  ]);
  expect(tickets).toBe(1);
  const files = await get<ClientFile[]>(`/admin/${pair.client}/client-files`);
  expect(files).toMatchObject([{ name: "seat.png", ticketid: pair.target, seq: 3 }]);
});

test("an agent who writes first on the account of a merged ticket writes in its target, and anew once that is closed", async () => {
  declare(world.context, { begin: "subscribed" });
  const chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
  const { conversation } = await openVisitorBrowser(world, chat).write("Hello from the page");
  await post("/acceptTicket", { ticketid: conversation.id });
  const { clientid } = await get<Ticket>(`/tickets/${conversation.id}`);
  const merged = await world.ticket({ handler: "mira" });
  await giveTo(world, merged, clientid);
  await merge({ target: conversation.id, merged: merged.id });
  const body = { channelid: merged.channel_id, clientid, content: "Your seats are free" };
  const begun = (await post("/start-conversation", body)).json<Ticket>();
  expect(begun).toMatchObject({ ticketid: conversation.id, last_seq: 3 });
  const { rows } = await world.context.pool.query(
    "select content from message where ticket_id = $1 and is_agent",
    [merged.id],
  );
  expect(rows).toEqual([{ content: "Your seats are free" }]);
  await post("/close-ticket", { ticketid: conversation.id, silently: true });
  world.clock.advance(60_000);
  const next = (await post("/start-conversation", body)).json<Ticket>();
  expect(next).toMatchObject({ stage: "accepted", last_seq: 1 });
  expect([conversation.id, merged.id]).not.toContain(next.ticketid);
});

test("the tags of a merged ticket are not among the uses", async () => {
  const pair = await plantPair(world);
  const { tagid } = (await world.as("ingrid").post("/create-tag", { name: "Refund" })).json<Tag>();
  await post("/ticket/change-tags", { ticketid: pair.merged, add: [tagid] });
  const uses = async () => (await world.as("ingrid").get("/admin/tag-uses")).json<TagUses>();
  expect(await uses()).toEqual([{ tagid, tickets: 1, clients: 0 }]);
  await merge(pair);
  expect(await uses()).toEqual([]);
});

test("a reply of an agent who quotes goes on the merged thread after a search", async () => {
  const pair = await plantPair(world, { messages: ["A green finch", "A brown wren"] });
  await merge(pair);
  const [hit] = await hitsOf("wren", "messages");
  const answer = await post("/send-message", {
    ...{ ticketid: hit?.ticket?.ticketid, content: "Yes", originalMessageId: hit?.messageid },
  });
  expect(answer.json<Message>()).toMatchObject({ ticketid: pair.target, originalMessageSeq: hit?.seq });
});
