import type { Field, FieldUses } from "@parley/contract/fields";
import { limits } from "@parley/contract/limits";
import type { EventLine, NotesAnswer } from "@parley/contract/notes";
import type { Ticket } from "@parley/contract/tickets";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.desk("harbour", async ({ db }) => {
    await db.deleteFrom("ticket_value").execute();
    await db.deleteFrom("client_value").execute();
    await db.updateTable("field").set({ deleted_on: new Date() }).execute();
  });
  world.published.length = 0;
});

type Agent = Parameters<World["as"]>[0];
const post = (agent: Agent, path: string, body: object) => world.as(agent).post(path, body);
const define = (body: object, agent: Agent = "ingrid") =>
  post(agent, "/admin/create-field", { owner: "ticket", name: "Order", type: "text", ...body });
const defined = async (body: object = {}) => (await define(body)).json<Field>();
const list = async (agent: Agent = "mira") => (await world.as(agent).get("/fields")).json<Field[]>();
const set = (agent: Agent, ticketid: string, fieldid: string, value: unknown) =>
  post(agent, "/ticket/set-field", { ticketid, fieldid, value });
const ofTicket = async (id: string) => (await world.as("ingrid").get(`/tickets/${id}`)).json<Ticket>().fields;
const heard = () => world.published.filter(({ event }) => event === "fieldsChanged");
const reason = (answer: { json: () => { reason?: { code: string } } }) => answer.json().reason?.code;

test("a caller who is signed out sees no fields, and an agent defines none", async () => {
  expect((await world.stranger.get("/fields")).statusCode).toBe(401);
  const { fieldid } = await defined();
  for (const agent of ["mira", "tomas"] as const) {
    expect((await world.as(agent).get("/admin/field-uses")).statusCode).toBe(403);
    expect((await define({ name: "Mine" }, agent)).statusCode).toBe(403);
    expect((await post(agent, "/admin/update-field", { fieldid, name: "Mine" })).statusCode).toBe(403);
    expect((await post(agent, "/admin/delete-field", { fieldid })).statusCode).toBe(403);
    const order = { owner: "ticket", fieldids: [fieldid] };
    expect((await post(agent, "/admin/order-fields", order)).statusCode).toBe(403);
  }
  expect(await list()).toMatchObject([{ name: "Order", type: "text", owner: "ticket", choices: [] }]);
});

test("another company's fields are neither listed, found nor set", async () => {
  const { fieldid } = await defined();
  expect(await list("freya")).toEqual([]);
  expect(reason(await post("freya", "/admin/update-field", { fieldid, name: "x" }))).toBe("field_unknown");
  expect(reason(await post("freya", "/admin/delete-field", { fieldid }))).toBe("field_unknown");
  const { id } = await world.ticket({ department: "general", handler: "omar" });
  expect(reason(await set("omar", id, fieldid, "x"))).toBe("field_unknown");
});

test.each([
  [{ name: " " }, 400],
  [{ name: "x".repeat(limits.fieldName + 1) }, 400],
  [{ type: "formula" }, 400],
  [{ owner: "agent" }, 400],
  [{ type: "choice" }, 400],
  [{ type: "choice", choices: [] }, 400],
  [{ type: "choice", choices: [{ name: "A" }, { name: "a" }] }, 400],
  [{ type: "text", choices: [{ name: "A" }] }, 400],
  [{ type: "choice", choices: Array.from({ length: 201 }, (_, at) => ({ name: `${at}` })) }, 400],
])("a definition %j is refused", async (body, status) => {
  expect((await define(body)).statusCode).toBe(status);
  expect(await list()).toEqual([]);
});

test("a name is taken once for tickets and once for clients, without case and accents", async () => {
  await defined({ name: "Réf" });
  expect(reason(await define({ name: "REF" }))).toBe("field_exists");
  expect((await define({ name: "Ref", owner: "client" })).statusCode).toBe(200);
});

test("a company defines as many fields as the limit says and no more, also at once", async () => {
  for (let at = 1; at < limits.fieldsPerOwner; at += 1) await defined({ name: `Field ${at}` });
  const answers = await Promise.all([define({ name: "One" }), define({ name: "Two" })]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json()).toMatchObject({ reason: { code: "fields_full" } });
  expect(JSON.stringify(refused?.json())).toContain(String(limits.fieldsPerOwner));
  expect(await list()).toHaveLength(limits.fieldsPerOwner);
});

const wrong: [type: string, value: unknown, code: string | undefined][] = [
  ["text", "", "field_text_wrong"],
  ["text", "x".repeat(100_000), "field_text_wrong"],
  ["text", "a\0b", undefined],
  ["text", 7, "field_text_wrong"],
  ["number", "7", "field_number_wrong"],
  ["number", 1e13, "field_number_wrong"],
  ["number", -1e13, "field_number_wrong"],
  ["date", "2026-02-30", "field_date_wrong"],
  ["date", "yesterday", "field_date_wrong"],
  ["date", "0000-01-01", "field_date_wrong"],
  ["yes_no", "yes", "field_yes_no_wrong"],
  ["choice", "Red", "field_choice_unknown"],
  ["choice", crypto.randomUUID(), "field_choice_unknown"],
  ["link", "javascript:alert(1)", "field_link_wrong"],
  ["link", "data:text/html,x", "field_link_wrong"],
  ["link", "example.com", "field_link_wrong"],
  ["link", `https://example.com/${"x".repeat(3_000)}`, "field_link_wrong"],
  ["link", `https://example.com/${"я".repeat(1_500)}`, "field_link_wrong"],
  ["text", { nested: true }, undefined],
  ["text", ["x"], undefined],
];
test.each(wrong)("a field of type %s refuses %.30j", async (type, value, code) => {
  const { fieldid } = await defined({ type, ...(type === "choice" && { choices: [{ name: "Red" }] }) });
  const { id } = await world.ticket({ handler: "mira" });
  const answer = await set("mira", id, fieldid, value);
  expect(answer.statusCode).toBe(400);
  if (code) expect(reason(answer)).toBe(code);
  expect(await ofTicket(id)).toBeUndefined();
});

test.each([
  ["text", "  Réf 7 ", "Réf 7"],
  ["text", "🙂".repeat(limits.fieldText), "🙂".repeat(limits.fieldText)],
  ["number", -12.5, -12.5],
  ["number", limits.fieldNumber, limits.fieldNumber],
  ["date", "2024-02-29", "2024-02-29"],
  ["yes_no", false, false],
  ["link", "https://example.com/a b?q=я", "https://example.com/a%20b?q=%D1%8F"],
])("a field of type %s takes %.20j", async (type, value, stored) => {
  const { fieldid } = await defined({ type });
  const { id } = await world.ticket({ handler: "mira" });
  expect((await set("mira", id, fieldid, value)).json<Ticket>().fields).toEqual({ [fieldid]: stored });
  expect(await ofTicket(id)).toEqual({ [fieldid]: stored });
});

test("a value is set neither signed out, nor from another department, nor as another than the handler, nor in a client's field", async () => {
  const { fieldid } = await defined();
  const { fieldid: ofClients } = await defined({ owner: "client" });
  const { id } = await world.ticket({ handler: "jonas" });
  const refunds = await world.ticket({ department: "refunds" });
  const body = { ticketid: id, fieldid, value: "x" };
  expect((await world.stranger.post("/ticket/set-field", body)).statusCode).toBe(401);
  expect((await set("mira", refunds.id, fieldid, "x")).statusCode).toBe(404);
  expect((await set("mira", id, fieldid, "x")).json()).toMatchObject({ code: "not_handler" });
  expect(reason(await set("jonas", id, ofClients, "x"))).toBe("field_unknown");
  expect(await ofTicket(id)).toBeUndefined();
});

test("a value is set, replaced and removed, which shows in lists, screens and timeline; a repeat is no event", async () => {
  const { fieldid } = await defined();
  const { id } = await world.ticket({ handler: "mira" });
  world.published.length = 0;
  for (const value of ["A", "A", "B", null, null]) await set("mira", id, fieldid, value);
  const shown = world.published.filter(({ event }) => event === "updateTicket");
  expect(shown.map(({ payload }) => (payload as Ticket).fields)).toEqual([
    { [fieldid]: "A" },
    { [fieldid]: "B" },
    undefined,
  ]);
  const { lines } = (await world.as("mira").get(`/${id}/notes`)).json<NotesAnswer>();
  expect(lines).toMatchObject(
    Array.from({ length: 3 }, () => ({ kind: "ticket_field", user_name: "Mira Halvorsen", field: "Order" })),
  );
  const live = world.published.flatMap(({ event, payload }) =>
    event === "newEventLine" ? [payload as EventLine] : [],
  );
  expect(live).toEqual(lines.toReversed());
  await set("mira", id, fieldid, "C");
  const listed = (await world.as("mira").get("/tickets")).json<Ticket[]>();
  expect(listed.find(({ ticketid }) => ticketid === id)?.fields).toEqual({ [fieldid]: "C" });
});

test("a choice that is left out stays where it is set and is set nowhere else", async () => {
  const field = await defined({ type: "choice", choices: [{ name: "Red" }, { name: "Blue" }] });
  const [red, blue] = field.choices.map(({ choiceid }) => choiceid);
  const { id } = await world.ticket({ handler: "mira" });
  await set("mira", id, field.fieldid, red);
  const choices = [{ choiceid: blue, name: "Navy" }, { name: "Green" }];
  const changed = await post("ingrid", "/admin/update-field", { fieldid: field.fieldid, choices });
  expect(changed.json<Field>().choices).toEqual([
    { choiceid: blue, name: "Navy" },
    { choiceid: expect.any(String), name: "Green" },
    { choiceid: red, name: "Red", archived: true },
  ]);
  expect(await ofTicket(id)).toEqual({ [field.fieldid]: red });
  expect(reason(await set("mira", id, field.fieldid, red))).toBe("field_choice_unknown");
  expect((await set("mira", id, field.fieldid, blue)).statusCode).toBe(200);
  expect(heard()).toHaveLength(2);
});

test("an archived field keeps its values and takes no others, until it is restored", async () => {
  const { fieldid } = await defined();
  const { id } = await world.ticket({ handler: "mira" });
  await set("mira", id, fieldid, "A");
  await post("ingrid", "/admin/update-field", { fieldid, archived: true });
  expect(reason(await set("mira", id, fieldid, "B"))).toBe("field_unknown");
  expect(await ofTicket(id)).toEqual({ [fieldid]: "A" });
  await post("ingrid", "/admin/update-field", { fieldid, archived: false });
  expect((await set("mira", id, fieldid, "B")).statusCode).toBe(200);
});

test("fields are listed in the order that an administrator gives them, and an order of others is refused", async () => {
  const [one, two] = [await defined({ name: "One" }), await defined({ name: "Two" })];
  const order = (fieldids: string[]) => post("ingrid", "/admin/order-fields", { owner: "ticket", fieldids });
  expect((await order([two.fieldid, one.fieldid])).statusCode).toBe(200);
  expect((await list()).map(({ name }) => name)).toEqual(["Two", "One"]);
  expect(reason(await order([one.fieldid, crypto.randomUUID()]))).toBe("field_unknown");
  for (const stale of [[one.fieldid], [one.fieldid, one.fieldid]])
    expect(reason(await order(stale))).toBe("field_order_stale");
  expect((await list()).map(({ name }) => name)).toEqual(["Two", "One"]);
});

test("a deleted field is gone with its values, and a line of the timeline keeps its name", async () => {
  const { fieldid } = await defined();
  const { id } = await world.ticket({ handler: "mira" });
  await set("mira", id, fieldid, "A");
  expect((await world.as("ingrid").get("/admin/field-uses")).json<FieldUses>()).toEqual([
    { fieldid, values: 1 },
  ]);
  expect((await post("ingrid", "/admin/delete-field", { fieldid })).json()).toEqual({});
  expect(await ofTicket(id)).toBeUndefined();
  expect(await list()).toEqual([]);
  const company = [rooms.company(world.companies.harbour.id)];
  expect(heard().at(-1)).toEqual({ event: "fieldsChanged", payload: { values: true }, rooms: company });
  const { lines } = (await world.as("mira").get(`/${id}/notes`)).json<NotesAnswer>();
  expect(lines).toMatchObject([{ field: "Order" }]);
  expect((await post("ingrid", "/admin/delete-field", { fieldid })).statusCode).toBe(404);
  expect((await define({ name: "Order" })).statusCode).toBe(200);
});

test("the file of tickets has a column for each field, formulas as text", async () => {
  const field = await defined({ name: "Reason", type: "choice", choices: [{ name: "Late" }] });
  const { fieldid: text } = await defined({ name: "Formula" });
  const { fieldid: yes } = await defined({ name: "Paid", type: "yes_no" });
  const { id } = await world.ticket({ handler: "mira" });
  await set("mira", id, field.fieldid, field.choices[0]?.choiceid);
  await set("mira", id, text, "=1+1");
  await set("mira", id, yes, true);
  const [titles, ...rows] = (await world.as("ingrid").get("/export-tickets")).body.split("\r\n");
  expect(titles).toMatch(/,Reason,Formula,Paid$/);
  expect(rows.find((row) => row.startsWith(id))).toMatch(/,Late,'=1\+1,yes$/);
});

test.each(["text", "number", "day", "choice"])(
  "values are found by an index on %s under row-level security",
  async (column) => {
    const value = {
      text: "'x'",
      number: "7",
      day: "'2026-01-01'::date",
      choice: `'${crypto.randomUUID()}'::uuid`,
    }[column];
    const plan = await world.desk("harbour", async ({ db, companyId }) => {
      await sql`set local enable_seqscan = off`.execute(db);
      await sql`set local enable_bitmapscan = off`.execute(db);
      const { rows } = await sql<Record<string, string>>`explain select ticket_id from ticket_value
      where company_id = ${companyId} and field_id = ${crypto.randomUUID()} and ${sql.ref(column)} = ${sql.raw(value ?? "")}`.execute(
        db,
      );
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
    expect(plan).toContain(`ticket_value_${column}`);
    expect(plan).toMatch(new RegExp(`Index Cond:.*${column} =`));
  },
);
