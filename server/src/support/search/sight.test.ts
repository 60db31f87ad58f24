/** A word stands in every place of a ticket, and each reader finds it only where they may read. */
import type { EverythingAnswer } from "@parley/contract/search";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { form } from "../../../../test/world/form.ts";
import type { AgentName, DepartmentName } from "../../../../test/world/people.ts";
import { plantMail } from "../../../../test/world/search.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
const word = "chrysanthemum";
const owners = { bookings: "mira", refunds: "naledi", general: "omar" } as const;
const tickets: Record<string, string> = {};

beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  for (const department of ["bookings", "refunds", "general"] as const)
    tickets[department] = await plant(department);
});
afterAll(() => world.close());

/** A ticket with the word in a text, a subject, its client's name, a note and a file's name. */
async function plant(department: DepartmentName & keyof typeof owners): Promise<string> {
  const sender = { name: `Anna ${word}`, address: `${department}@mail.example` };
  const { ticket } = await plantMail(world, { subject: word, text: `a ${word}`, sender, department });
  const owner = world.as(owners[department]);
  const note = await owner.post("/write-note", { ticketid: ticket.id, content: `our ${word}` });
  const file = await owner.post(
    "/send-note-file",
    undefined,
    form({ ticketid: ticket.id }, { name: `${word}.txt`, content: "x" }),
  );
  expect([note.statusCode, file.statusCode]).toEqual([200, 201]);
  return ticket.id;
}

/** By kind, the places whose rows the agent finds, by the first page and by each list. */
async function found(agent: AgentName, q = word): Promise<Record<string, string[]>> {
  const browser = world.as(agent);
  const all: EverythingAnswer = (await browser.get(`/search?q=${q}`)).json();
  const whole: Record<string, string[]> = {};
  for (const { kind, hits } of all.groups) {
    const list = (await browser.get(`/search?q=${q}&kind=${kind}`)).json<EverythingAnswer>().groups[0];
    const places = hits.map(({ ticket, client, text }) =>
      placeOf(ticket?.ticketid, client?.clientid ?? text),
    );
    expect(list?.hits.map(({ id }) => id)).toEqual(hits.map(({ id }) => id));
    expect(list?.cursor).toBeNull();
    if (places.length > 0) whole[kind] = [...new Set(places)].toSorted();
  }
  return whole;
}

const placeOf = (ticketid: string | undefined, other: string) =>
  ticketid ? (Object.keys(tickets).find((name) => tickets[name] === ticketid) ?? ticketid) : other;

const kinds = ["files", "messages", "notes", "tickets"];
const inEach = (...places: string[]) => Object.fromEntries(kinds.map((kind) => [kind, places.toSorted()]));

test.each([
  ["an agent of a department", "mira", ["bookings"]],
  ["a colleague of the same department", "jonas", ["bookings"]],
  ["an agent of another department", "naledi", ["refunds"]],
  ["a moderator", "tomas", ["bookings", "refunds"]],
  ["an administrator", "ingrid", ["bookings", "refunds"]],
  ["an agent of another company", "omar", ["general"]],
  ["another company's administrator", "freya", ["general"]],
] as [string, AgentName, string[]][])(
  "%s finds what they see, everywhere it stands",
  async (_who, agent, places) => {
    const { clients, ...rest } = await found(agent);
    expect(rest).toEqual(inEach(...places));
    expect(clients).toHaveLength(places.length);
  },
);

test("an agent who sees a second department finds what both have", async () => {
  const { mira } = world.agents;
  await world.desk("harbour", ({ db, companyId }) =>
    db
      .insertInto("agent_sight")
      .values({ company_id: companyId, agent_id: mira.id, department_id: world.departments.refunds.id })
      .execute(),
  );
  const { clients, ...rest } = await found("mira");
  expect(rest).toEqual(inEach("bookings", "refunds"));
  expect(clients).toHaveLength(2);
  await world.context.pool.query("delete from agent_sight where agent_id = $1 and department_id = $2", [
    mira.id,
    world.departments.refunds.id,
  ]);
  expect((await found("mira")).messages).toEqual(["bookings"]);
});

test("a mentioned colleague finds the one ticket, not its client, until it is closed", async () => {
  const mentions = { agents: [world.agents.naledi.id] };
  const note = await world
    .as("mira")
    .post("/write-note", { ticketid: tickets.bookings, content: "Please look", mentions });
  expect(note.statusCode, note.body).toBe(200);
  const { clients, ...rest } = await found("naledi");
  expect(rest).toEqual(inEach("bookings", "refunds"));
  expect(clients).toHaveLength(1);
  await world.context.pool.query("delete from ticket_sight where ticket_id = $1", [tickets.bookings]);
  expect((await found("naledi")).messages).toEqual(["refunds"]);
});

test("a deleted ticket is found by nobody", async () => {
  const id = await plant("bookings");
  expect((await found("ingrid", id)).tickets).toEqual([id]);
  await world.as("ingrid").post("/admin/delete-ticket", { ticketid: id });
  for (const agent of ["ingrid", "mira"] as const) {
    expect(await found(agent, id)).toEqual({});
    expect((await found(agent)).messages).not.toContain(id);
  }
});

test("a unit of work of one company is told nothing of another's rows by the function that knows them all", async () => {
  const of = (place: string) =>
    world.work("omar", async ({ db }) => {
      const { rows } =
        await sql`select * from find_by_words(${world.companies.harbour.id}, ${place}, ${[word]})`.execute(
          db,
        );
      return rows;
    });
  for (const place of ["message", "mail", "note", "file", "client", "identity"])
    expect(await of(place), place).toEqual([]);
});
