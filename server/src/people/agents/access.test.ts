import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { accessAgent, accessAgentToChange, checkNotLastAdmin, lockAgent } from "./access.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => change("role = 'admin', disabled_on = null", world.agents.ingrid.id));

const change = (columns: string, id: string) =>
  world.context.pool.query(`update agent set ${columns} where id = $1`, [id]);
const access = (id: string) => world.work("ingrid", (scope) => accessAgent(scope, id));
const accessToChange = (id: string) => world.work("ingrid", (scope) => accessAgentToChange(scope, id));

describe("an agent", () => {
  test("an agent is not found by another company, nor by what is no id", async () => {
    for (const id of [world.agents.omar.id, crypto.randomUUID(), "", "x", "%"])
      await expect(access(id), id).rejects.toMatchObject({ status: 404 });
  });

  test("an agent is found by the whole id, and by eight characters unless two begin alike", async () => {
    const { mira, jonas } = world.agents;
    expect((await access(mira.id)).id).toBe(mira.id);
    expect((await access(mira.id.slice(0, 8))).id).toBe(mira.id);
    await world.context.pool.query(
      `insert into agent select r.* from agent a cross join lateral jsonb_populate_record(null::agent, to_jsonb(a)
        || jsonb_build_object('id', $2::text, 'email', 'twin@harbour.example', 'username', 'twin')) r where a.id = $1`,
      [jonas.id, `${jonas.id.slice(0, 8)}-0000-4000-8000-000000000000`],
    );
    await expect(access(jonas.id.slice(0, 8))).rejects.toMatchObject({ status: 409 });
  });
});

test("an administrator who is one no longer, or is disabled, changes no agent", async () => {
  const { ingrid, mira } = world.agents;
  expect((await accessToChange(mira.id)).id).toBe(mira.id);
  await change("role = 'moderator'", ingrid.id);
  await expect(accessToChange(mira.id)).rejects.toMatchObject({ status: 403 });
  await change("role = 'admin', disabled_on = now()", ingrid.id);
  await expect(accessToChange(mira.id)).rejects.toMatchObject({ status: 403 });
});

test("the lock of an agent holds no colleague", async () => {
  const { mira, jonas } = world.agents;
  await world.work("ingrid", async (scope) => {
    await lockAgent(scope, mira.id);
    const free = await world.context.pool.query("select id from agent for no key update skip locked");
    expect(free.rows).toContainEqual({ id: jonas.id });
    expect(free.rows).not.toContainEqual({ id: mira.id });
  });
});

describe("the last administrator", () => {
  const check = (leaving: "ingrid" | "mira") =>
    world.work("ingrid", async (scope) =>
      checkNotLastAdmin(scope, await accessAgent(scope, world.agents[leaving].id)),
    );
  const only = expect.objectContaining({ code: "last_admin" });

  test("the last administrator stays", async () => {
    await expect(check("ingrid")).rejects.toEqual(only);
  });

  test("an administrator is the last beside a disabled one, and beside another company's", async () => {
    await change("role = 'admin', disabled_on = now()", world.agents.jonas.id);
    await expect(check("ingrid")).rejects.toEqual(only);
    await change("role = null, disabled_on = null", world.agents.jonas.id);
  });

  test("an administrator leaves when there is another", async () => {
    await change("role = 'admin'", world.agents.jonas.id);
    await check("ingrid");
    await change("role = null", world.agents.jonas.id);
  });

  test("an agent of another role, or a disabled one, is not the last administrator", async () => {
    await check("mira");
    await change("disabled_on = now()", world.agents.ingrid.id);
    await check("ingrid");
    await check("mira");
  });
});
