/** The rows that the functions find which search as the owner of the tables, and for whom. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Returns a search's answer to a unit of work of a company. */
async function search(of: "harbour" | "northwind", call: string, ...values: unknown[]): Promise<unknown[]> {
  const client = await world.context.pool.connect();
  await client.query("begin");
  await client.query("select set_config('app.company_id', $1, true)", [world.companies[of].id]);
  const { rows } = await client.query(`select ${call} as found`, [world.companies.harbour.id, ...values]);
  await client.query("rollback");
  client.release();
  return rows.map(({ found }) => found);
}
const clients = (
  keyword: string,
  departments: string[] | null = null,
  of: "harbour" | "northwind" = "harbour",
) => search(of, "search_clients($1, $2, $3, 50)", departments, keyword);
const messages = (ticket: string, keyword: string, of: "harbour" | "northwind" = "harbour") =>
  search(of, "search_messages($1, $2, $3, 50)", ticket, keyword);

test("clients are found by their own company, by name, unless they were merged into another", async () => {
  const { client_id: rosa } = await world.ticket({ client: "Rosa Lindqvist" });
  const { client_id: other } = await world.ticket({ client: "Rosa Lindqvist" });
  await world.ticket({ client: "Ivan" });
  expect((await clients("lindqvist")).sort()).toEqual([rosa, other].sort());
  expect(await clients("lindqvist", null, "northwind")).toEqual([]);
  await world.context.pool.query("update client set merged_into = $1 where id = $2", [rosa, other]);
  expect(await clients("lindqvist")).toEqual([rosa]);
});

test("an agent who sees some departments finds the clients with a ticket in one of them", async () => {
  const { bookings, refunds } = world.departments;
  const { client_id: here } = await world.ticket({ client: "Pavel Tammsaare" });
  const { client_id: there } = await world.ticket({ client: "Pavel Tammsaare", department: "refunds" });
  expect(await clients("tammsaare", [bookings.id])).toEqual([here]);
  expect(await clients("tammsaare", [refunds.id])).toEqual([there]);
});

test("an agent who sees some departments finds no client whose ticket there was deleted", async () => {
  const { id } = await world.ticket({ client: "Ottilie Brandvold" });
  const found = () => clients("brandvold", [world.departments.bookings.id]);
  expect(await found()).toHaveLength(1);
  await world.context.pool.query("update ticket set deleted_on = now() where id = $1", [id]);
  expect(await found()).toEqual([]);
});

test("an agent who sees some departments finds no client whose ticket there is part of one elsewhere", async () => {
  const here = await world.ticket({ client: "Svetlana Okafor" });
  const target = await world.ticket({ client: "Ivan", department: "refunds" });
  const found = () => clients("okafor", [world.departments.bookings.id]);
  expect(await found()).toEqual([here.client_id]);
  await world.context.pool.query("update ticket set merged_into = $2 where id = $1", [here.id, target.id]);
  expect(await found()).toEqual([]);
});

/** Near the end of its ticket a message is found by a walk, further back by the index. */
test.each([
  ["near the end", 5],
  ["far from the end", 1_000],
])(
  "messages of the ticket with the word are found %s, no line of its timeline, by their own company",
  async (_where, last) => {
    const ticket = await world.ticket({ messages: ["a kingfisher", "a heron"] });
    await world.ticket({ messages: ["a kingfisher", "a kingfisher", "a kingfisher"] });
    await world.message(ticket, { type: "rating", content: "kingfisher" });
    await world.context.pool.query("update ticket set last_seq = $2 where id = $1", [ticket.id, last]);
    expect(await messages(ticket.id, "kingfisher")).toEqual([1]);
    expect(await messages(ticket.id, "kingfisher", "northwind")).toEqual([]);
  },
);
