/** The tables of tickets and clients with conditions: rows, figures, days, pages and files. */
import type { Condition } from "@parley/contract/conditions/tree";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let vip: string;
let number: string;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  const admin = world.as("ingrid");
  vip = (await admin.post("/create-tag", { name: "Vip" })).json().tagid;
  number = (
    await admin.post("/admin/create-field", { owner: "client", name: "Contract", type: "number" })
  ).json().fieldid;
  for (let n = 1; n <= 45; n++) {
    world.clock.advance(60_000);
    const { client_id: clientid } = await world.ticket({
      client: `Client ${n}`,
      externalId: `c${n}`,
      messages: [],
      ...(n % 3 === 0 && { handler: "mira", closed: true }),
      ...(n % 3 === 1 && { handler: "jonas" }),
    });
    if (n > 5) continue;
    await admin.post("/client/change-tags", { clientid, add: [vip] });
    await admin.post("/client/set-field", { clientid, fieldid: number, value: n });
  }
  await world.ticket({ client: "Client of refunds", externalId: "r", department: "refunds", messages: [] });
  await world.ticket({ client: "Client of Northwind", externalId: "n", department: "general", messages: [] });
});
afterAll(() => world.close());

const asked = (conditions: unknown) => `conditions=${encodeURIComponent(JSON.stringify(conditions))}`;
const pathsOf = {
  tickets: { first: "/get-tickets", more: "get-tickets", file: "/export-tickets" },
  clients: { first: "/admin/get-all-clients", more: "get-clients", file: "/export-clients" },
} as const;
type Table = keyof typeof pathsOf;

/** The names in all pages, of which the file has as many rows. */
async function found(agent: AgentName, table: Table, conditions: Condition): Promise<string[]> {
  const [{ first, more, file }, query, as] = [pathsOf[table], asked(conditions), world.as(agent)];
  const answer = (await as.get(`${first}?${query}`)).json();
  const rows = answer[table];
  for (;;) {
    const next = (await as.get(`/${rows.length}/${more}?${query}`)).json();
    if (typeof next === "string") break;
    rows.push(...next);
  }
  const total = table === "tickets" ? answer.widgetData.totalTickets : answer.totalClients;
  const written = (await as.get(`${file}?${query}`)).body.trim().split("\r\n").length - 1;
  expect([total, written]).toEqual([rows.length, rows.length]);
  return rows.map(({ client_name }: { client_name: string }) => client_name);
}

test("pages, figures and file of a table have what its conditions find, closed tickets too", async () => {
  const closed: Condition = {
    all: [
      { field: "stage", operator: "is", value: "closed" },
      { not: { field: "client_name", operator: "is", value: "client 3" } },
    ],
  };
  const names = await found("mira", "tickets", closed);
  expect(names).toEqual(Array.from({ length: 14 }, (_, at) => `Client ${45 - at * 3}`));
  const open: Condition = { field: "closed_on", operator: "within", value: { amount: 1, unit: "day" } };
  expect(await found("mira", "tickets", { not: open })).toHaveLength(30);
  const days = (await world.as("mira").get(`/tickets-by-day?${asked(closed)}`)).json();
  expect(days).toMatchObject([{ tickets: 14, closed: 14 }]);
});

test("conditions and the other filters hold together, and `me` is the reader", async () => {
  const mine: Condition = { field: "handler", operator: "one_of", value: ["me"] };
  expect(await found("mira", "tickets", mine)).toHaveLength(15);
  expect(await found("jonas", "tickets", mine)).toHaveLength(15);
  const both = `${asked(mine)}&stage=closed`;
  expect((await world.as("jonas").get(`/get-tickets?${both}`)).json().tickets).toEqual([]);
});

test("the table of clients takes conditions on clients", async () => {
  const tagged: Condition = { field: "client_tags", operator: "one_of", value: [vip] };
  const large: Condition = { field: `client.number.${number}`, operator: "at_least", value: 4 };
  expect(await found("mira", "clients", { all: [tagged, large] })).toEqual(["Client 5", "Client 4"]);
  expect(await found("mira", "clients", { any: [tagged, large] })).toHaveLength(5);
  expect(await found("mira", "clients", { not: { any: [tagged, large] } })).toHaveLength(40);
});

test("conditions show nobody another department's or company's rows", async () => {
  for (const table of ["tickets", "clients"] as const) {
    expect(await found("naledi", table, { all: [] })).toEqual(["Client of refunds"]);
    expect(await found("freya", table, { all: [] })).toEqual(["Client of Northwind"]);
    expect(await found("tomas", table, { all: [] })).toHaveLength(46);
    const query = `${pathsOf[table].first}?${asked({ all: [] })}`;
    expect((await world.stranger.get(query)).statusCode).toBe(401);
  }
});

test("a leaf whose field was deleted finds nothing, and its opposite everything", async () => {
  const admin = world.as("ingrid");
  const define = { owner: "client", name: "Short-lived", type: "text" };
  const { fieldid } = (await admin.post("/admin/create-field", define)).json();
  await admin.post("/admin/delete-field", { fieldid });
  const gone: Condition = { field: `client.text.${fieldid}`, operator: "contains", value: "x" };
  for (const table of ["tickets", "clients"] as const) {
    expect(await found("mira", table, gone)).toEqual([]);
    expect(await found("mira", table, { not: gone })).toHaveLength(45);
  }
});

const leaf = { field: "failed", operator: "is", value: true };
const deep = (levels: number): unknown => (levels === 1 ? leaf : { not: deep(levels - 1) });
test.each([
  ["no JSON", "conditions={", "conditions are no JSON"],
  ["20 levels", asked(deep(20)), "at most 5 levels deep"],
  ["500 leaves", asked({ any: Array.from({ length: 500 }, () => ({})) }), "at most 50 leaves"],
  [
    "10 KB",
    asked({ field: "subject", operator: "contains", value: "x".repeat(9_000) }),
    "at most 6000 characters",
  ],
  [
    "a text that is too long",
    asked({ field: "subject", operator: "is", value: "x".repeat(201) }),
    "no such value",
  ],
  ["an unknown field", asked({ ...leaf, field: "colour" }), "there is no field colour"],
  ["a key twice", "conditions={}&conditions={}", "conditions"],
])("conditions with %s are refused with the reason", async (_name, query, reason) => {
  for (const path of ["/get-tickets", "/20/get-tickets", "/tickets-by-day", "/export-tickets"]) {
    const answer = await world.as("mira").get(`${path}?${query}`);
    expect([path, answer.statusCode]).toEqual([path, 400]);
    expect(answer.body).toContain(reason);
  }
});

test("a condition on clients names no field of tickets, and a field of no other type", async () => {
  const refused = async (table: Table, conditions: unknown) => {
    const answer = await world.as("mira").get(`${pathsOf[table].first}?${asked(conditions)}`);
    expect(answer.statusCode).toBe(400);
    return answer.body;
  };
  expect(await refused("clients", leaf)).toContain("failed may be used in view and search and rule alone");
  const other = { field: `client.text.${number}`, operator: "is", value: "4" };
  for (const table of ["tickets", "clients"] as const)
    expect(await refused(table, other)).toContain("is no text of a client");
});
