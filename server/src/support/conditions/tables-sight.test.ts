/**
 * Each agent sees only what they may in the tables of tickets and clients: each row holds a secret, and each
 * condition asks for it.
 */
import type { Condition, Leaf } from "@parley/contract/conditions/tree";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentName, DepartmentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
const departments = { bookings: "ingrid", refunds: "ingrid", general: "freya" } as const;
type Place = keyof typeof departments;
/** The conditions that find the row of each department, of tickets and of clients. */
const leaves: Record<"tickets" | "clients", Record<string, Leaf[]>> = { tickets: {}, clients: {} };
const ticketIds: Record<string, string> = {};

beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  const fields = { harbour: await plantFields("ingrid"), northwind: await plantFields("freya") };
  for (const place of Object.keys(departments) as Place[])
    await plant(place, fields[place === "general" ? "northwind" : "harbour"]);
  // Rows that nobody sees.
  const deleted = await plant("bookings", fields.harbour, "deleted");
  await world.as("ingrid").post("/admin/delete-ticket", { ticketid: deleted });
});
afterAll(() => world.close());

type Fields = Record<"ticket" | "client", string>;
async function plantFields(admin: AgentName): Promise<Fields> {
  const define = async (owner: keyof Fields) =>
    (
      await world.as(admin).post("/admin/create-field", { owner, name: `Secret of a ${owner}`, type: "text" })
    ).json().fieldid as string;
  return { ticket: await define("ticket"), client: await define("client") };
}

const secretOf = (name: string) => `secret-of-${name}`;

/** A ticket with the secret as its client's name and number, its tag, and its fields. */
async function plant(place: Place & DepartmentName, fields: Fields, name: string = place): Promise<string> {
  const admin = world.as(departments[place]);
  const secret = secretOf(name);
  const { id: ticketid, client_id: clientid } = await world.ticket({
    department: place,
    client: `Client ${secret}`,
    externalId: secret,
    messages: ["hm"],
  });
  ticketIds[name] = ticketid;
  const { tagid } = (await admin.post("/create-tag", { name: secret })).json();
  for (const [path, body] of [
    ["/ticket/change-tags", { ticketid, add: [tagid] }],
    ["/client/change-tags", { clientid, add: [tagid] }],
    ["/ticket/set-field", { ticketid, fieldid: fields.ticket, value: secret }],
    ["/client/set-field", { clientid, fieldid: fields.client, value: secret }],
    ["/auth/update-client-number", { ticketid, clientid, client_number: secret }],
  ] as const) {
    const answer = await admin.post(path, body);
    expect(answer.statusCode, `${path} ${answer.body}`).toBe(200);
  }
  const ofClient: Leaf[] = [
    { field: "client_name", operator: "contains", value: secret },
    { field: "client_number", operator: "is", value: secret },
    { field: "client_tags", operator: "one_of", value: [tagid] },
    { field: `client.text.${fields.client}`, operator: "is", value: secret },
  ];
  leaves.clients[name] = ofClient;
  leaves.tickets[name] = [
    ...ofClient,
    { field: "tags", operator: "one_of", value: [tagid] },
    { field: `ticket.text.${fields.ticket}`, operator: "contains", value: secret },
  ];
  return ticketid;
}

const pathsOf = {
  tickets: { first: "/get-tickets", file: "/export-tickets", total: "totalTickets" },
  clients: { first: "/admin/get-all-clients", file: "/export-clients", total: "totalClients" },
} as const;

/** Reads what the table, its figures, its days and its file show of a condition. */
async function shown(agent: AgentName, table: "tickets" | "clients", condition: Condition) {
  const query = `conditions=${encodeURIComponent(JSON.stringify(condition))}`;
  const { first, file, total } = pathsOf[table];
  const read = async (path: string) => {
    const answer = await world.as(agent).get(`${path}?${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer;
  };
  const page = (await read(first)).json();
  const days = table === "tickets" ? (await read("/tickets-by-day")).json() : [];
  const text = (await read(file)).body;
  return {
    rows: page[table].length as number,
    counted: (table === "tickets" ? page.widgetData[total] : page[total]) as number,
    days: days.reduce((sum: number, { tickets }: { tickets: number }) => sum + tickets, 0) as number,
    lines: text.trim().split("\r\n").length - 1,
    secrets: new Set(`${JSON.stringify(page)}${text}`.match(/secret-of-\w+/g) ?? []),
  };
}

/** An agent who sees all departments also sees the client of a deleted ticket. */
test.each([
  ["an agent of a department", "mira", ["bookings"], ["bookings"]],
  ["an agent of another department", "naledi", ["refunds"], ["refunds"]],
  ["a moderator", "tomas", ["bookings", "refunds"], ["bookings", "deleted", "refunds"]],
  ["another company's administrator", "freya", ["general"], ["general"]],
] as [string, AgentName, string[], string[]][])(
  "%s sees, counts and exports the rows that they may see alone",
  async (_who, agent, tickets, clients) => {
    for (const [table, names] of [
      ["tickets", tickets],
      ["clients", clients],
    ] as const) {
      const [count, days] = [names.length, table === "tickets" ? names.length : 0];
      const every = new Set(names.map(secretOf));
      const all = { rows: count, counted: count, days, lines: count, secrets: every };
      expect(await shown(agent, table, { all: [] })).toEqual(all);
      const none = { rows: 0, counted: 0, days: 0, lines: 0, secrets: new Set() };
      for (const [name, asked] of Object.entries(leaves[table]))
        for (const leaf of asked) {
          const one = { rows: 1, counted: 1, days: days && 1, lines: 1, secrets: new Set([secretOf(name)]) };
          const answer = { leaf, ...(await shown(agent, table, leaf)) };
          expect(answer).toEqual({ leaf, ...(names.includes(name) ? one : none) });
        }
    }
  },
);

test("a colleague who was mentioned in a ticket sees it in no table", async () => {
  const mentions = { agents: [world.agents.naledi.id] };
  const note = await world
    .as("mira")
    .post("/write-note", { ticketid: ticketIds.bookings, content: "Please look", mentions });
  expect(note.statusCode, note.body).toBe(200);
  for (const table of ["tickets", "clients"] as const)
    for (const leaf of leaves[table].bookings ?? [])
      expect(await shown("naledi", table, leaf)).toMatchObject({ rows: 0, counted: 0, days: 0, lines: 0 });
});
