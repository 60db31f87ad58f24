import { limits } from "@parley/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("the newest agents are listed when there are more than fit, and the totals are of all", async () => {
  const list = async () => (await world.as("ingrid").get("/admin/get-all-agents")).json();
  const before = await list();
  await world.context.pool.query(
    `insert into agent select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(),
       'username', 'new' || n, 'email', 'new' || n || '@harbour.example', 'first_name', 'New' || n,
       'created_on', a.created_on + n * interval '1 day'))).*
     from agent a, generate_series(1, $2::int) n where a.id = $1`,
    [world.agents.mira.id, limits.agentsListed],
  );
  const { agents, onlineAgents, totalAgents } = await list();
  expect(totalAgents).toBe(before.totalAgents + limits.agentsListed);
  expect(onlineAgents).toBe(before.onlineAgents);
  expect(agents).toHaveLength(limits.agentsListed);
  expect(agents.at(-1).first_name).toBe(`New${limits.agentsListed}`);
});

test("a page of agents is found by a part of the name, the address or the department, and sorted", async () => {
  const ingrid = world.as("ingrid");
  const page = async (query: string) => (await ingrid.get(`/admin/get-all-agents?${query}`)).json();
  const names = async (query: string) =>
    (await page(query)).agents.map(({ first_name }: { first_name: string }) => first_name);
  const total = (await page("limit=1")).totalAgents;
  expect(total).toBeGreaterThan(limits.agentsListed);
  const first = await page("limit=3&sort=-created_on");
  expect(first).toMatchObject({ totalAgents: total, foundAgents: total });
  expect(first.agents.map(({ first_name }: { first_name: string }) => first_name)).toEqual(
    [0, 1, 2].map((back) => `New${limits.agentsListed - back}`),
  );
  expect(await names("limit=2&offset=3&sort=-created_on")).toEqual([1997, 1996].map((n) => `New${n}`));
  // Accents and case are folded.
  await world.context.pool.query("update agent set last_name = 'Yıldız' where id = $1", [
    world.agents.naledi.id,
  ]);
  expect(await names("limit=10&search=YILDIZ")).toEqual(["Naledi"]);
  expect(await names("limit=10&search=NEW1999%40harbour")).toEqual(["New1999"]);
  expect(await page(`userid=${world.agents.naledi.id}`)).toMatchObject({
    agents: [{ userid: world.agents.naledi.id }],
    foundAgents: 1,
    totalAgents: total,
  });
  expect(await names(`userid=${world.agents.omar.id}`)).toEqual([]);
  expect(await page("limit=10&search=100%25")).toMatchObject({
    agents: [],
    foundAgents: 0,
    totalAgents: total,
  });
  const refunds = await page("limit=10&department_name=Refunds&status=offline&sort=department_name,-name");
  expect(refunds.foundAgents).toBe(refunds.agents.length);
  expect(refunds.agents.map(({ department_name }: { department_name: string }) => department_name)).toEqual(
    refunds.agents.map(() => "Refunds"),
  );
  expect((await page("limit=10&status=online")).foundAgents).toBe(0);
  const admins = await page("limit=2&sort=-admin,email");
  expect(admins.agents[0].role).toBe("admin");
});

test("an unknown column, a page of none and one of too many are refused", async () => {
  for (const query of [
    "limit=10&sort=password",
    "limit=0",
    "limit=101",
    "offset=-1",
    "status=away",
    "userid=7",
  ]) {
    expect((await world.as("ingrid").get(`/admin/get-all-agents?${query}`)).statusCode, query).toBe(400);
  }
});
