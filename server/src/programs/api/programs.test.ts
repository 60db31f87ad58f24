/** The calls for programs: pages, cursors, refusals. `every-identity.test.ts` tries them with every identity. */
import { randomUUID } from "node:crypto";
import { calls } from "@parley/contract/calls/table";
import { keyAbilities } from "@parley/contract/key-abilities";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeKey, type Program } from "../../../../test/world/keys.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { routesOf } from "../../http/guard.ts";
import { isForPrograms } from "../../http/problem.ts";

const everything = [...keyAbilities];

let world: World;
/** One key is the company's, one sees Bookings alone, and one is another company's. */
let crm: Program;
let bookings: Program;
let other: Program;
const tickets: Record<"own" | "elsewhere" | "foreign", string> = {} as never;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  crm = await makeKey(world, "ingrid", { abilities: everything });
  const departmentids = [world.departments.bookings.id];
  bookings = await makeKey(world, "ingrid", { abilities: everything, departmentids });
  other = await makeKey(world, "freya", { abilities: everything });
  tickets.own = (
    await world.ticket({ department: "bookings", handler: "mira", messages: ["One", "Two", "Three"] })
  ).id;
  tickets.elsewhere = (await world.ticket({ department: "refunds", messages: ["Four"] })).id;
  tickets.foreign = (await world.ticket({ department: "general", messages: ["Five"] })).id;
});
afterAll(() => world.close());

type Page = { data: { id: string }[]; next: string | null };
const page = async (program: Program, url: string) => {
  const answer = await program.get(url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Page>();
};
const refusal = async (program: Program, url: string) => {
  const answer = await program.get(url);
  const { type, status, errors } = answer.json<{
    type: string;
    status: number;
    errors?: { facts?: object }[];
  }>();
  expect([answer.headers["content-type"], status]).toEqual([
    "application/problem+json; charset=utf-8",
    answer.statusCode,
  ]);
  return [
    answer.statusCode,
    type.replace("urn:parley:reason:", ""),
    ...(errors?.[0]?.facts ? [errors[0].facts] : []),
  ];
};

const lists = Object.values(calls)
  .filter((call) => isForPrograms({ url: call.path }) && call.method === "GET" && !call.path.includes(":id"))
  .map(({ path }) => path.replace("/api/v1", ""))
  .filter((path) => path !== "/events" && path !== "/figures");

test("every call for programs says so, and no other does", () => {
  for (const call of Object.values(calls))
    expect([call.name, "programs" in call]).toEqual([call.name, isForPrograms({ url: call.path })]);
  expect(routesOf(world.app).filter(isForPrograms).length).toBeGreaterThan(10);
});

describe("a list", () => {
  test.each(lists)("%s comes in pages that hold each item once", async (path) => {
    const whole = await page(crm, `${path}?limit=100`);
    const read: string[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const part: Page = await page(crm, `${path}?limit=1${next && `&after=${next}`}`);
      read.push(...part.data.map(({ id }) => id));
      next = part.next;
    }
    expect(read).toEqual(whole.data.map(({ id }) => id));
  });

  test.each(lists)(
    "%s refuses what it does not know by its name, and a cursor that is not its own",
    async (path) => {
      expect(await refusal(crm, `${path}?colour=red`)).toEqual([
        400,
        "parameter_unknown",
        { field: "colour" },
      ]);
      for (const limit of ["0", "101", "many"])
        expect((await refusal(crm, `${path}?limit=${limit}`))[0]).toBe(400);
      for (const after of ["x", "%2e%2e", "a".repeat(400), "AAAA"])
        expect(await refusal(crm, `${path}?after=${after}`)).toEqual([400, "cursor_invalid"]);
    },
  );

  test("a cursor of another company or list, or changed in one character, is refused", async () => {
    const { next } = await page(other, "/departments?limit=1");
    expect(next).not.toBeNull();
    expect(await refusal(crm, `/departments?after=${next}`)).toEqual([400, "cursor_invalid"]);
    const own = (await page(crm, "/departments?limit=1")).next ?? "";
    expect(await refusal(crm, `/agents?after=${own}`)).toEqual([400, "cursor_invalid"]);
    const changed = `${own.slice(0, 30)}${own[30] === "A" ? "B" : "A"}${own.slice(31)}`;
    expect(await refusal(crm, `/departments?after=${changed}`)).toEqual([400, "cursor_invalid"]);
  });
});

test("a key of one department lists its tickets, and finds no other's nor another company's", async () => {
  expect((await page(bookings, "/tickets")).data.map(({ id }) => id)).toEqual([tickets.own]);
  expect((await page(crm, "/tickets")).data.map(({ id }) => id).sort()).toEqual(
    [tickets.own, tickets.elsewhere].sort(),
  );
  const unknown = await bookings.get(`/tickets/${randomUUID()}`);
  for (const id of [tickets.elsewhere, tickets.foreign])
    for (const path of ["", "/messages", "/notes"]) {
      const answer = await bookings.get(`/tickets/${id}${path}`);
      expect([answer.statusCode, answer.body]).toEqual([404, unknown.body]);
    }
  expect(await refusal(crm, "/tickets/nothing")).toEqual([404, "not_found"]);
});

test("a ticket shows its client and handler where they are asked for, and its version", async () => {
  const answer = await crm.get(`/tickets/${tickets.own}?expand=client,handler`);
  expect(answer.json()).toMatchObject({
    ...{ id: tickets.own, state: "accepted", handler_id: world.agents.mira.id, priority: "normal" },
    client: { id: expect.any(String), name: expect.any(String) },
    handler: { id: world.agents.mira.id, name: "Mira Halvorsen" },
  });
  expect(answer.headers.etag).toMatch(/^"\d+"$/);
  await world.as("mira").post("/ticket/set-priority", { ticketid: tickets.own, priority: "high" });
  const later = await crm.get(`/tickets/${tickets.own}`);
  expect(later.headers.etag).not.toBe(answer.headers.etag);
  expect(later.json()).toMatchObject({ priority: "high" });
  expect(await refusal(crm, `/tickets/${tickets.own}?expand=friends`)).toMatchObject([
    ...[400, "field_invalid", { field: "expand.0" }],
  ]);
  const blind = await makeKey(world, "ingrid", { abilities: ["readTickets"] });
  expect(await refusal(blind, `/tickets/${tickets.own}?expand=client`)).toEqual([
    ...[403, "key_ability", { ability: "readClients" }],
  ]);
});

test("tickets are filtered by state, handler and department", async () => {
  const ids = async (query: string) => (await page(crm, `/tickets?${query}`)).data.map(({ id }) => id);
  expect(await ids("state=accepted")).toEqual([tickets.own]);
  expect(await ids("state=waiting")).toEqual([tickets.elsewhere]);
  expect(await ids(`handler=${world.agents.mira.id}`)).toEqual([tickets.own]);
  expect(await ids(`department=${world.departments.refunds.id}`)).toEqual([tickets.elsewhere]);
  expect(await ids(`department=${world.departments.general.id}`)).toEqual([]);
  expect(await ids("state=closed")).toEqual([]);
});

test("a view lists its open tickets that the key sees, and is unknown to other keys than its departments'", async () => {
  const make = async (body: object) =>
    (await world.as("ingrid").post("/create-view", body)).json<{ viewid: string }>().viewid;
  const condition = { field: "stage", operator: "one_of", value: ["pending"] };
  const company = await make({ name: "Unhandled", condition: { not: condition }, audience: "company" });
  const ids = async (by: Program, query: string) =>
    (await page(by, `/tickets?${query}`)).data.map(({ id }) => id);
  expect(await ids(crm, `view=${company}`)).toEqual([tickets.own]);
  expect(await ids(bookings, `view=${company}`)).toEqual([tickets.own]);
  expect(await ids(crm, `view=${company}&state=closed`)).toEqual([]);
  const departmentid = world.departments.refunds.id;
  const refunds = await make({ name: "Refunds", condition, audience: "department", departmentid });
  expect(await ids(crm, `view=${refunds}`)).toEqual([tickets.elsewhere]);
  for (const [by, view] of [
    [bookings, refunds],
    [other, company],
    [crm, randomUUID()],
  ] as const)
    expect(await refusal(by, `/tickets?view=${view}`)).toEqual([404, "view_unknown"]);
});

test("messages and notes come in the order in which they were written", async () => {
  await world.as("mira").post("/write-note", { ticketid: tickets.own, content: "Ask for the number" });
  const messages = (await crm.get(`/tickets/${tickets.own}/messages?limit=2`)).json();
  expect(messages.data).toMatchObject([
    { number: 1, text: "One", author: { kind: "client" } },
    { number: 2, text: "Two" },
  ]);
  const rest = (await crm.get(`/tickets/${tickets.own}/messages?after=${messages.next}`)).json();
  expect(rest).toMatchObject({ data: [{ number: 3, text: "Three" }], next: null });
  expect((await crm.get(`/tickets/${tickets.own}/notes`)).json().data).toMatchObject([
    { text: "Ask for the number", author: { kind: "agent", name: "Mira Halvorsen" } },
  ]);
});

test("notes of one moment are read each once, page by page", async () => {
  const { id } = await world.ticket({ department: "bookings", handler: "mira" });
  for (const content of ["First", "Second", "Third"])
    await world.as("mira").post("/write-note", { ticketid: id, content });
  await world.context.pool.query("update note set created_on = '2026-01-01T00:00:00Z' where ticket_id = $1", [
    id,
  ]);
  const read: string[] = [];
  for (let after = ""; ; ) {
    const { data, next } = (await crm.get(`/tickets/${id}/notes?limit=1${after}`)).json();
    read.push(...data.map(({ text }: { text: string }) => text));
    if (!next) break;
    after = `&after=${next}`;
  }
  expect(read.toSorted()).toEqual(["First", "Second", "Third"]);
});

test("a client is read by id, and one of another company or department is unknown", async () => {
  const { client_id: own } = (await crm.get(`/tickets/${tickets.own}`)).json();
  const { client_id: elsewhere } = (await crm.get(`/tickets/${tickets.elsewhere}`)).json();
  const { client_id: foreign } = (await other.get(`/tickets/${tickets.foreign}`)).json();
  expect((await bookings.get(`/clients/${own}`)).json()).toMatchObject({ id: own, blocked: false });
  for (const id of [elsewhere, foreign])
    expect(await refusal(bookings, `/clients/${id}`)).toEqual([404, "not_found"]);
});

test("an address without a route, a wrong method and a body of 10 MB are problems", async () => {
  expect(await refusal(crm, "/nothing")).toEqual([404, "not_found"]);
  const answer = await crm.post("/tickets", { text: "x".repeat(10 * 2 ** 20) });
  expect([answer.statusCode < 500, answer.headers["content-type"]]).toEqual([
    true,
    "application/problem+json; charset=utf-8",
  ]);
});
