import { limits } from "@parley/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("of more agents than can be listed the newest are, and the totals are of all", async () => {
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
