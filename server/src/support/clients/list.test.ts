import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (let n = 1; n <= 34; n++) {
    world.clock.advance(1000);
    await world.ticket({ client: `Client ${n}`, externalId: `c${n}`, messages: [] });
  }
  await world.ticket({ client: "Élodie of Refunds", externalId: "r1", department: "refunds", messages: [] });
  await world.ticket({
    client: "Client of Northwind",
    externalId: "n1",
    department: "general",
    messages: [],
  });
});
afterAll(() => world.close());

type Row = { clientid: string; client_name: string };
const first = async (agent: AgentName) => (await world.as(agent).get("/admin/get-all-clients")).json();
const names = (rows: Row[]) => rows.map(({ client_name }) => client_name);
const more = async (agent: AgentName, offset: number, after?: string) =>
  (await world.as(agent).get(`/${offset}/get-clients${after ? `?after=${after}` : ""}`)).json();

test("an agent sees the clients of their department, one who sees every department sees the whole company", async () => {
  expect((await first("mira")).totalClients).toBe(34);
  expect(await first("naledi")).toMatchObject({
    totalClients: 1,
    clients: [{ client_name: "Élodie of Refunds" }],
  });
  expect((await first("tomas")).totalClients).toBe(35);
  expect((await first("freya")).totalClients).toBe(1);
});

test("the first page has twenty, newest first; the next have ten by offset or after the last client, to the end", async () => {
  const { clients } = await first("mira");
  expect(names(clients)).toEqual(Array.from({ length: 20 }, (_, n) => `Client ${34 - n}`));
  const byOffset = await more("mira", 20);
  expect(names(byOffset)).toEqual(Array.from({ length: 10 }, (_, n) => `Client ${14 - n}`));
  expect(await more("mira", 20, clients.at(-1).clientid)).toEqual(byOffset);
  expect(names(await more("mira", 30))).toEqual(["Client 4", "Client 3", "Client 2", "Client 1"]);
  expect(await more("mira", 40)).toBe("Table end reached!");
});

test("a client who came meanwhile causes no duplicate on the next page", async () => {
  const { clients } = await first("mira");
  world.clock.advance(1000);
  await world.ticket({ client: "Client 35", externalId: "c35", messages: [] });
  expect(names(await more("mira", 20, clients.at(-1).clientid))[0]).toBe("Client 14");
});

test.each([
  ["tomas", "elodie", ["Élodie of Refunds"]],
  [
    "tomas",
    "client 2",
    [
      "Client 29",
      "Client 28",
      "Client 27",
      "Client 26",
      "Client 25",
      "Client 24",
      "Client 23",
      "Client 22",
      "Client 21",
      "Client 20",
      "Client 2",
    ],
  ],
  ["mira", "elodie", []],
  ["tomas", "northwind", []],
  ["tomas", "100%", []],
] as const)("the agent %s finds clients by %s", async (agent, term, found) => {
  const answer = await world.as(agent).get(`/${encodeURIComponent(term)}/search-clients`);
  expect(names(answer.json())).toEqual(found);
});

test("a client is found by short id, in whatever case", async () => {
  const { clients } = await first("mira");
  const { short_id, clientid } = clients[0];
  const answer = await world.as("mira").get(`/admin/${short_id.toLowerCase()}/get-client`);
  expect(answer.json().client.clientid).toBe(clientid);
  expect((await world.as("naledi").get(`/admin/${short_id}/get-client`)).statusCode).toBe(404);
});

test("only visible tickets count among a client's reopened ones", async () => {
  const seen = await world.ticket({
    client: "Back",
    externalId: "back",
    department: "bookings",
    closed: true,
  });
  const other = await world.ticket({ externalId: "back", department: "refunds", closed: true });
  await world.desk("harbour", ({ db }) =>
    db.updateTable("ticket").set({ reopened_count: 2 }).where("id", "in", [seen.id, other.id]).execute(),
  );
  const reopened = async (agent: AgentName) =>
    (await world.as(agent).get(`/admin/${seen.client_id}/get-client`)).json().client.count_ticket_reopened;
  expect([await reopened("mira"), await reopened("tomas")]).toEqual([2, 4]);
});

test("the statements of a page do not grow with the clients", async () => {
  const { statements } = await countStatements(world, () => first("tomas"));
  const other = await countStatements(world, () => first("freya"));
  expect(statements.length).toBe(other.statements.length);
});
