import { limits } from "@parley/contract/limits";
import type { Note, NotesAnswer } from "@parley/contract/notes";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { form } from "../../../../test/world/form.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { audienceOf } from "../../floor/actors/rooms.ts";
import type { TicketRow } from "../ticket/access.ts";

let world: World;
let ticket: TicketRow;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  ticket = await world.ticket({ messages: ["one", "two"] });
  world.published.length = 0;
});

const write = (agent: AgentName, facts: object = {}) =>
  world.as(agent).post("/write-note", { ticketid: ticket.id, content: "The invoice goes to Oslo", ...facts });
const written = async (agent: AgentName, facts: object = {}) => (await write(agent, facts)).json<Note>();
const edit = (agent: AgentName, { noteid }: Note, content: string) =>
  world.as(agent).post("/edit-note", { ticketid: ticket.id, noteid, content });
const remove = (agent: AgentName, { noteid }: Note) =>
  world.as(agent).post("/delete-note", { ticketid: ticket.id, noteid });
const listed = async (agent: AgentName, query: Record<string, string> = {}) =>
  (await world.as(agent).get(`/${ticket.id}/notes?${new URLSearchParams(query)}`)).json<NotesAnswer>();
const rowOf = () =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").selectAll().where("id", "=", ticket.id).executeTakeFirstOrThrow(),
  );
const picture = { name: "map.txt", content: "Quay 4" };
const sendFile = (agent: AgentName, fields: object = {}) =>
  world.as(agent).post("/send-note-file", undefined, form({ ticketid: ticket.id, ...fields }, picture));

test("a caller who is signed out, in another department or in another company neither writes nor reads a note", async () => {
  const note = await written("mira");
  expect((await world.stranger.post("/write-note", { ticketid: ticket.id, content: "x" })).statusCode).toBe(
    401,
  );
  expect((await world.stranger.get(`/${ticket.id}/notes`)).statusCode).toBe(401);
  for (const agent of ["naledi", "omar"] as const) {
    expect((await write(agent)).statusCode).toBe(404);
    expect((await sendFile(agent)).statusCode).toBe(404);
    expect((await edit(agent, note, "x")).statusCode).toBe(404);
    expect((await remove(agent, note)).statusCode).toBe(404);
    expect((await world.as(agent).get(`/${ticket.id}/notes`)).statusCode).toBe(404);
  }
});

test("a note that is empty or of 100 KB is refused with the reason", async () => {
  expect((await write("mira", { content: "  " })).statusCode).toBe(400);
  const long = await write("mira", { content: "x".repeat(100 * 1024) });
  const refusal = [400, { code: "field_too_long", facts: { field: "content", max: limits.messageText } }];
  expect([long.statusCode, long.json().reason]).toMatchObject(refusal);
  const withFile = await sendFile("mira", { content: "x".repeat(100 * 1024) });
  expect(withFile.statusCode).toBe(400);
  expect((await listed("mira")).notes).toEqual([]);
  const note = await written("mira");
  const edited = await edit("mira", note, "x".repeat(100 * 1024));
  expect([edited.statusCode, edited.json().reason]).toMatchObject(refusal);
  expect((await listed("mira")).notes).toEqual([note]);
});

test("a colleague's note, also in a ticket that nobody handles, goes to those who see the ticket", async () => {
  const note = await written("jonas");
  expect(note).toMatchObject({ user_name: "Jonas Weber", content: "The invoice goes to Oslo", type: "text" });
  const rooms = audienceOf(ticket.company_id, ticket.department_id, ticket.id);
  expect(world.published).toEqual([{ event: "newNote", payload: note, rooms }]);
  expect((await listed("mira")).notes).toEqual([note]);
  expect((await listed("ingrid")).notes).toEqual([note]);
});

test("a note changes nothing of its ticket: no number, no last words, nothing unread", async () => {
  const before = await rowOf();
  await written("mira");
  await sendFile("mira");
  expect(await rowOf()).toEqual(before);
  const chat = await world.as("jonas").get(`/${ticket.id}/3/chat`);
  expect(chat.body).not.toContain("Oslo");
});

test("notes are written in a closed ticket, too", async () => {
  ticket = await world.ticket({ handler: "mira", closed: true });
  expect((await write("jonas")).statusCode).toBe(200);
});

test("a repeat of the id, one after the other or at once, is one note; of another ticket's it is refused", async () => {
  const noteid = crypto.randomUUID();
  const answers = await Promise.all([1, 2, 3, 4].map(() => write("mira", { noteid })));
  for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json());
  expect((await sendFile("mira", { noteid })).json()).toEqual(answers[0]?.json());
  expect((await listed("mira")).notes).toHaveLength(1);
  expect((await write("jonas", { noteid })).statusCode).toBe(409);
  const other = await world.ticket();
  expect((await write("mira", { noteid, ticketid: other.id })).statusCode).toBe(409);
});

test("a note's writer alone edits and deletes it, and traces stay", async () => {
  const note = await written("mira");
  for (const agent of ["jonas", "ingrid"] as const) {
    expect((await edit(agent, note, "x")).json()).toMatchObject({ reason: { code: "note_of_another" } });
    expect((await remove(agent, note)).statusCode).toBe(403);
  }
  world.clock.advance(60_000);
  const edited = (await edit("mira", note, "To Bergen")).json<Note>();
  expect(edited).toEqual({ ...note, content: "To Bergen", edited_on: world.clock.now().toISOString() });
  expect((await edit("mira", note, "To Bergen")).json()).toEqual(edited);
  const deleted = (await remove("mira", note)).json<Note>();
  const trace = { content: "", edited_on: null, deleted_on: world.clock.now().toISOString() };
  expect(deleted).toEqual({ ...note, ...trace });
  expect((await remove("mira", note)).json()).toEqual(deleted);
  expect((await edit("mira", note, "Again")).json()).toMatchObject({ reason: { code: "note_deleted" } });
  expect((await listed("jonas")).notes).toEqual([deleted]);
  const told = world.published.map(({ event, payload }) => [event, payload]);
  expect(told).toEqual([
    ["newNote", note],
    ["updateNote", edited],
    ["updateNote", deleted],
  ]);
});

test("a note of another ticket is neither edited nor deleted by way of this one", async () => {
  const note = await written("mira");
  ticket = await world.ticket();
  expect((await edit("mira", note, "x")).statusCode).toBe(404);
  expect((await remove("mira", note)).statusCode).toBe(404);
});

test("a note's file is downloaded by those who see the ticket, until the note is deleted", async () => {
  const note = (await sendFile("mira", { content: "Where to meet" })).json<Note>();
  expect(note).toMatchObject({ type: "document", content: "Where to meet", file_name: "map.txt" });
  const path =
    new URL(note.path ?? "", "http://desk").pathname + new URL(note.path ?? "", "http://desk").search;
  expect((await world.as("jonas").get(path)).body).toBe("Quay 4");
  expect((await world.stranger.get(path)).statusCode).toBe(401);
  for (const agent of ["naledi", "omar"] as const) {
    expect((await world.as(agent).get(path)).statusCode).toBe(404);
  }
  const deleted = (await remove("mira", note)).json<Note>();
  expect(deleted).toMatchObject({ type: "text", file_name: null, path: null });
  expect((await world.as("jonas").get(path)).statusCode).toBe(404);
});

test("times of notes rise, and come after the message that was there before", async () => {
  const notes = [await written("mira"), await written("jonas"), await written("mira")];
  const last = (await rowOf()).last_message_on?.toISOString() ?? "";
  const times = notes.map(({ created_on }) => created_on);
  expect([last, ...times].toSorted()).toEqual([last, ...times]);
  expect(new Set(times).size).toBe(3);
});

test("accepting and moving are lines of the timeline, live as in a fetch; closing has its message alone", async () => {
  await world.as("mira").post("/acceptTicket", { ticketid: ticket.id });
  await world.as("mira").post("/ticket/reassign-user", {
    ticketid: ticket.id,
    newDepartment: world.departments.bookings.id,
    newUser: world.agents.jonas.id,
  });
  await world.as("jonas").post("/ticket/change-department", {
    ticketid: ticket.id,
    newDepartment: world.departments.groups.id,
  });
  await world.as("ingrid").post("/snooze-ticket", { ticketid: ticket.id, until: "later_today" });
  await world.as("ingrid").post("/snooze-ticket", { ticketid: ticket.id, until: "client_writes" });
  const { lines } = await listed("ingrid");
  const inThreeHours = new Date(world.context.clock().getTime() + 3 * 3_600_000).toISOString();
  expect(lines.toReversed()).toMatchObject([
    { kind: "ticket_accept", user_name: "Mira Halvorsen", department_name: null, handler_name: null },
    {
      kind: "ticket_reassign",
      user_name: "Mira Halvorsen",
      department_name: null,
      handler_name: "Jonas Weber",
    },
    { kind: "ticket_reassign", user_name: "Jonas Weber", department_name: "Groups", handler_name: null },
    { kind: "ticket_snooze", until: inThreeHours },
    { kind: "ticket_snooze", until: null },
  ]);
  const live = world.published.flatMap(({ event, payload }) => (event === "newEventLine" ? [payload] : []));
  expect(live).toEqual(lines.toReversed());
  await world.as("ingrid").post("/close-ticket", { ticketid: ticket.id });
  expect((await listed("ingrid")).lines).toEqual(lines);
});

test("a range is read page by page: each entry once, notes before the events of their time", async () => {
  const plant = await planted(limits.notesPage);
  const whole: (string | number)[] = [];
  let cursor: string | null = null;
  do {
    const page: NotesAnswer = await listed("mira", cursor ? { cursor } : {});
    expect(page.notes.length + page.lines.length).toBeLessThanOrEqual(limits.notesPage);
    const entries = [
      ...page.notes.map(({ created_on: at, content }) => ({ at, number: 0, is: content })),
      ...page.lines.map(({ created_on: at, number }) => ({ at, number, is: number })),
    ];
    entries.sort((a, b) => (a.at === b.at ? b.number - a.number : a.at < b.at ? 1 : -1));
    whole.push(...entries.map(({ is }) => is));
    cursor = page.cursor;
  } while (cursor);
  expect(whole).toEqual(plant.newestFirst);
  const { notes, lines } = await listed("mira", { from: plant.time(10), to: plant.time(12) });
  expect(notes.map(({ content }) => content)).toEqual(["note 11", "note 10"]);
  expect(lines).toHaveLength(4);
});

/** A note and two events at each of so many seconds. */
async function planted(seconds: number) {
  const start = world.clock.now().getTime();
  const time = (second: number) => new Date(start + second * 1000).toISOString();
  const { id: ticket_id, company_id } = ticket;
  const all = Array.from({ length: seconds }, (_, second) => second);
  await world.desk("harbour", async ({ db }) => {
    const agent_id = world.agents.mira.id;
    const notes = all.map((second) => ({ content: `note ${second}`, created_on: time(second) }));
    await db
      .insertInto("note")
      .values(notes.map((note) => ({ company_id, ticket_id, agent_id, ...note })))
      .execute();
    const events = all.flatMap((second) => [
      { number: 1001 + 2 * second, time: time(second) },
      { number: 1002 + 2 * second, time: time(second) },
    ]);
    const of = { company_id, subject_type: "ticket", subject_id: ticket_id, kind: "ticket_accept" } as const;
    const by = { actor_kind: "agent", actor_id: agent_id, facts: {} } as const;
    await db
      .insertInto("event")
      .values(events.map((event) => ({ ...of, ...by, ...event })))
      .execute();
  });
  const newestFirst = all
    .toReversed()
    .flatMap((second) => [1002 + 2 * second, 1001 + 2 * second, `note ${second}`]);
  return { time, newestFirst };
}

test("the number of statements does not grow with the notes and their writers", async () => {
  const count = async () => (await countStatements(world, () => listed("mira"))).statements.length;
  await written("mira");
  await world.as("mira").post("/acceptTicket", { ticketid: ticket.id });
  const before = await count();
  for (const agent of ["jonas", "ingrid", "mira"] as const) await written(agent);
  expect([before, await count()]).toEqual([8, 8]);
});

test("an unsent note is its writer's alone and stands beside the unsent message", async () => {
  const tab = crypto.randomUUID();
  const save = (agent: AgentName, content: string) =>
    world.as(agent).post("/save-note-draft", { ticketid: ticket.id, content, tab });
  await world.as("mira").post("/save-draft", { ticketid: ticket.id, content: "Dear Dimitar" });
  await save("mira", "He pays by");
  await save("mira", "He pays by invoice");
  const drafts = async (agent: AgentName) => (await world.as(agent).get("/note-drafts")).json();
  expect(await drafts("mira")).toMatchObject([{ ticketid: ticket.id, content: "He pays by invoice" }]);
  expect((await world.as("mira").get("/drafts")).json()).toMatchObject([{ content: "Dear Dimitar" }]);
  expect(await drafts("jonas")).toEqual([]);
  expect((await save("naledi", "x")).statusCode).toBe(404);
  await save("mira", "");
  expect(await drafts("mira")).toEqual([]);
  expect(world.published.filter(({ event }) => event === "updateNoteDraft")).toHaveLength(3);
});
