import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("a claim is abandoned when its process has ended, whatever other processes run", async () => {
  const { pool } = world.context;
  const [alive, other, ended] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [alive, other])
    await pool.query("insert into process (id, lease_until, started_on) values ($1, now(), now())", [id]);
  const { rows } = await pool.query(
    "select has_ended($1) as alive, has_ended($2) as ended, has_ended(null) as unclaimed",
    [alive, ended],
  );
  expect(rows).toEqual([{ alive: false, ended: true, unclaimed: false }]);
});
