import { randomUUID } from "node:crypto";
import type { Note, NotesAnswer } from "@parley/contract/notes";
import type { NotificationsAnswer } from "@parley/contract/notifications";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { form } from "../../../../test/world/form.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import type { TicketRow } from "../ticket/access.ts";

let world: World;
let ticket: TicketRow;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.drain();
  ticket = await world.ticket({ handler: "mira", messages: ["one", "two"] });
  for (const agent of ["mira", "jonas", "naledi"] as const)
    await world.as(agent).post("/clear-notifications", {});
  world.published.length = 0;
});

type Whom = { agents?: string[]; departments?: string[] };
const write = (agent: AgentName, mentions: Whom, more: object = {}) =>
  world.as(agent).post("/write-note", { ticketid: ticket.id, content: "Please look", mentions, ...more });
const edit = (agent: AgentName, { noteid }: Note, mentions: Whom) =>
  world.as(agent).post("/edit-note", { ticketid: ticket.id, noteid, content: "Please look", mentions });
const idOf = (agent: AgentName) => world.agents[agent].id;
const linesOf = async (agent: AgentName) => {
  await world.drain();
  const { sections } = (await world.as(agent).get("/notifications")).json<NotificationsAnswer>();
  return Object.values(sections).flat();
};
const open = (agent: AgentName) => world.as(agent).get(`/tickets/${ticket.id}`);
const sightRows = () =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket_sight").selectAll().where("ticket_id", "=", ticket.id).execute(),
  );

test("a mention is stored by id, shown with the name, and brings one line to the inbox", async () => {
  const note = (await write("mira", { agents: [idOf("jonas")] })).json<Note>();
  expect(note.mentions).toEqual([{ userid: idOf("jonas"), name: "Jonas Weber" }]);
  const { notes } = (await world.as("jonas").get(`/${ticket.id}/notes`)).json<NotesAnswer>();
  expect(notes).toEqual([note]);
  expect(await linesOf("jonas")).toMatchObject([
    { type: "mention", ticketid: ticket.id, by_name: "Mira Halvorsen", seen: false },
  ]);
  expect(await sightRows()).toEqual([]);
});

test("a mention of oneself, also by the own department, notifies everybody else", async () => {
  await write("mira", { agents: [idOf("mira")], departments: [world.departments.bookings.id] });
  expect(await linesOf("mira")).toEqual([]);
  expect(await linesOf("jonas")).toHaveLength(1);
});

test("an edit notifies whom it adds and nobody twice, also after a removal", async () => {
  const note = (await write("mira", { agents: [idOf("jonas")] })).json<Note>();
  expect(await linesOf("jonas")).toHaveLength(1);
  const edited = (await edit("mira", note, { agents: [idOf("naledi")] })).json<Note>();
  expect(edited.mentions).toMatchObject([{ userid: idOf("naledi") }]);
  const both = { agents: [idOf("naledi"), idOf("jonas")], departments: [world.departments.bookings.id] };
  expect((await edit("mira", note, both)).json<Note>().mentions).toHaveLength(3);
  expect(await linesOf("jonas")).toHaveLength(1);
  expect(await linesOf("naledi")).toHaveLength(1);
});

test("an edit without mentions leaves them, and the same mentions change nothing", async () => {
  const note = (await write("mira", { agents: [idOf("jonas")] })).json<Note>();
  expect((await edit("mira", note, { agents: [idOf("jonas")] })).json<Note>().edited_on).toBeNull();
  const body = { ticketid: ticket.id, noteid: note.noteid, content: "Look again" };
  expect((await world.as("mira").post("/edit-note", body)).json<Note>().mentions).toEqual(note.mentions);
});

test("a deleted note mentions nobody", async () => {
  const note = (await write("mira", { agents: [idOf("jonas")] })).json<Note>();
  const body = { ticketid: ticket.id, noteid: note.noteid };
  expect((await world.as("mira").post("/delete-note", body)).json<Note>().mentions).toBeUndefined();
  expect(await linesOf("jonas")).toEqual([]);
});

test("unknown ids, also of another company, a disabled colleague and 500 at once are refused with the reason", async () => {
  const refusal = async (mentions: Whom) => {
    const answer = await write("mira", mentions);
    return [answer.statusCode, answer.json().reason];
  };
  const unknown = await refusal({ agents: [randomUUID()] });
  expect(unknown).toMatchObject([404, { code: "mention_unknown" }]);
  expect(await refusal({ agents: [idOf("omar")] })).toEqual(unknown);
  expect(await refusal({ departments: [world.departments.general.id] })).toEqual(unknown);
  const many = { agents: Array.from({ length: 500 }, () => randomUUID()) };
  expect(await refusal(many)).toMatchObject([
    400,
    { code: "mentions_most", facts: { agents: 20, departments: 5 } },
  ]);
  const { pool } = world.context;
  await pool.query("update agent set disabled_on = now() where id = $1", [idOf("jonas")]);
  expect(await refusal({ agents: [idOf("jonas")] })).toMatchObject([
    409,
    { code: "mention_disabled", facts: { name: "Jonas Weber" } },
  ]);
  await pool.query("update agent set disabled_on = null where id = $1", [idOf("jonas")]);
  const { notes } = (await world.as("mira").get(`/${ticket.id}/notes`)).json<NotesAnswer>();
  expect(notes).toEqual([]);
});

test("a mentioned colleague of another department opens the ticket, and the search finds it", async () => {
  expect((await open("naledi")).statusCode).toBe(404);
  await write("mira", { agents: [idOf("naledi")] });
  const seen = (await open("naledi")).json<Ticket>();
  expect(seen.sighted).toBe(true);
  expect(seen.can).toEqual({
    accept: false,
    reply: false,
    close: false,
    reassign: false,
    spam: false,
    delete: false,
  });
  expect(await linesOf("naledi")).toMatchObject([{ type: "mention", ticketid: ticket.id }]);
  const pending = (await world.as("naledi").get("/tickets")).body;
  expect(pending).not.toContain(ticket.id);
  const search = async (word: string, state = "open") =>
    (await world.as("naledi").get(`/search-ticket/${word}/${state}`)).body;
  expect(await search("two")).toContain(ticket.id);
  expect(await search(ticket.id.slice(0, 8))).toContain(ticket.id);
  expect(await search("nothing")).not.toContain(ticket.id);
  expect(await search("two", "closed")).not.toContain(ticket.id);
});

test("a mentioned department sees the ticket by one row, and each of its agents gets a line", async () => {
  await write("mira", { departments: [world.departments.refunds.id] });
  expect(await sightRows()).toMatchObject([
    { agent_id: null, department_id: world.departments.refunds.id, given_by: idOf("mira") },
  ]);
  expect((await open("naledi")).statusCode).toBe(200);
  expect(await linesOf("naledi")).toHaveLength(1);
});

test("a mentioned colleague writes notes and drafts of them, and does nothing else", async () => {
  await write("mira", { agents: [idOf("naledi")] });
  const mine = (await write("naledi", {})).json<Note>();
  expect((await edit("naledi", mine, {})).statusCode).toBe(200);
  const draft = { ticketid: ticket.id, content: "For" };
  expect((await world.as("naledi").post("/save-note-draft", draft)).statusCode).toBe(200);
  expect((await world.as("naledi").get("/note-drafts")).body).toContain(ticket.id);
  const reply = await world.as("naledi").post("/send-message", { ticketid: ticket.id, content: "Hi" });
  expect([reply.statusCode, reply.json().reason.code]).toEqual([403, "only_mentioned"]);
});

test("two mentions at once give one row of sight, and one line for each note", async () => {
  const noteid = randomUUID();
  const twice = { agents: [idOf("naledi")] };
  await Promise.all([write("mira", twice, { noteid }), write("mira", twice, { noteid })]);
  expect(await sightRows()).toHaveLength(1);
  expect(await linesOf("naledi")).toHaveLength(1);
  await Promise.all([write("mira", twice), write("jonas", twice)]);
  expect(await sightRows()).toHaveLength(1);
  expect(await linesOf("naledi")).toHaveLength(3);
});

test("closing ends sight for good, and a closed ticket gives none", async () => {
  await write("mira", { agents: [idOf("naledi")] });
  world.published.length = 0;
  expect((await world.as("mira").post("/close-ticket", { ticketid: ticket.id })).statusCode).toBe(200);
  const seers = `company:${ticket.company_id}:sight:${ticket.id}`;
  expect(world.published).toContainEqual({
    event: "removeTicket",
    payload: { ticketid: ticket.id },
    rooms: [seers],
  });
  expect((await open("naledi")).statusCode).toBe(404);
  const late = await write("mira", { agents: [idOf("naledi")] });
  expect([late.statusCode, late.json().reason.code]).toEqual([409, "mention_closed"]);
  await world.context.pool.query("update ticket set closed_on = null where id = $1", [ticket.id]);
  expect((await open("naledi")).statusCode).toBe(404);
});

test("a company that forbids it has mentions only of those who see the ticket", async () => {
  const set = (mentions_elsewhere: boolean) =>
    world.as("ingrid").put("/admin/settings", { mentions_elsewhere });
  expect((await set(false)).json().mentions_elsewhere).toBe(false);
  const refused = await write("mira", { agents: [idOf("naledi")] });
  expect([refused.statusCode, refused.json().reason.code]).toEqual([409, "mention_elsewhere"]);
  expect((await write("mira", { departments: [world.departments.refunds.id] })).statusCode).toBe(409);
  expect((await write("mira", { agents: [idOf("jonas"), idOf("ingrid")] })).statusCode).toBe(200);
  await set(true);
});

const sendFile = (agent: AgentName, mentions: string, noteid: string = randomUUID()) => {
  const fields = { ticketid: ticket.id, content: "Please look", noteid, mentions };
  const file = { name: "map.txt", content: "Quay 4" };
  return world.as(agent).post("/send-note-file", undefined, form(fields, file));
};

test("a note with a file mentions like any other, once", async () => {
  const [mentions, noteid] = [JSON.stringify({ agents: [idOf("naledi")] }), randomUUID()];
  const answers = [await sendFile("mira", mentions, noteid), await sendFile("mira", mentions, noteid)];
  for (const answer of answers) {
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      ...{ noteid, file_name: "map.txt" },
      mentions: [{ userid: idOf("naledi"), name: expect.any(String) }],
    });
  }
  expect(await linesOf("naledi")).toMatchObject([{ type: "mention", ticketid: ticket.id }]);
  expect((await open("naledi")).statusCode).toBe(200);
});

test("a note with a file is refused with mentions of nobody, of too many or of another form, and stores nothing", async () => {
  const many = Array.from({ length: 100 }, () => randomUUID());
  const refused: [string, number][] = [
    [JSON.stringify({ agents: [randomUUID()] }), 404],
    [JSON.stringify({ agents: [idOf("omar")] }), 404],
    [JSON.stringify({ agents: many }), 400],
    ["{", 400],
    ["[]", 400],
  ];
  for (const [mentions, status] of refused)
    expect([mentions, (await sendFile("mira", mentions)).statusCode]).toEqual([mentions, status]);
  const stored = await world.desk("harbour", ({ db }) =>
    db.selectFrom("file").select("id").where("ticket_id", "=", ticket.id).execute(),
  );
  expect(stored).toEqual([]);
});

test("the list of mentioned tickets has what an agent sees by a mention alone, until it is closed", async () => {
  const listOf = async (agent: AgentName) =>
    (await world.as(agent).get("/tickets/mentioned")).json<Ticket[]>().map(({ ticketid, sighted }) => ({
      ticketid,
      sighted,
    }));
  const isListed = async (agent: AgentName) =>
    (await listOf(agent)).filter(({ ticketid }) => ticketid === ticket.id);
  expect((await world.stranger.get("/tickets/mentioned")).statusCode).toBe(401);
  await write("mira", { agents: [idOf("naledi"), idOf("jonas"), idOf("ingrid")] });
  expect(await isListed("naledi")).toEqual([{ ticketid: ticket.id, sighted: true }]);
  for (const agent of ["mira", "jonas", "ingrid", "omar"] as const) expect(await listOf(agent)).toEqual([]);
  const pending = (await world.as("naledi").get("/tickets")).body;
  expect(pending).not.toContain(ticket.id);
  await world.as("mira").post("/close-ticket", { ticketid: ticket.id, silently: true });
  expect(await isListed("naledi")).toEqual([]);
});
