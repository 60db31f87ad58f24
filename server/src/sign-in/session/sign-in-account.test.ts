/** An address, an id and a password mean one account. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plantTwin } from "../../../../test/world/twin-company.ts";
import { createWorld, password, type World } from "../../../../test/world.ts";
import { completeSignIn } from "./complete-sign-in.ts";
import { newToken } from "./session.ts";
import { findById, findByPassword } from "./sign-in-account.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const change = (columns: string, id: string) =>
  world.context.pool.query(`update agent set ${columns} where id = $1`, [id]);
const emailOf = async (id: string) =>
  (await world.context.pool.query("select email from agent where id = $1", [id])).rows[0].email as string;
const find = (email: string, typed = password) =>
  findByPassword(world.context, { email, password: typed }).then((found) => found?.id ?? null);

test("an address and its password are one account, a disabled one is none", async () => {
  const { mira } = world.agents;
  const email = await emailOf(mira.id);
  expect(await find(` ${email.toUpperCase()} `)).toBe(mira.id);
  expect(await find(email, "another password")).toBeNull();
  expect(await find("nobody@harbour.example")).toBeNull();
  await change("disabled_on = now()", mira.id);
  expect(await find(email)).toBeNull();
  await change("disabled_on = null", mira.id);
});

describe("signing in", () => {
  let hashes: Record<"mira" | "jonas", string>;
  beforeEach(async () => {
    const of = async (id: string) =>
      (await findById(world.context, world.companies.harbour.id, id))?.password_hash ?? "";
    hashes = { mira: await of(world.agents.mira.id), jonas: await of(world.agents.jonas.id) };
  });
  const browser = () => ({
    ...{ userAgent: "test", address: "127.0.0.1", previousToken: undefined },
    device: { token: newToken(), accounts: [] },
  });
  const complete = (hash: string) => world.work("mira", (scope) => completeSignIn(scope, browser(), hash));
  const sessions = async () => (await world.context.pool.query("select from session")).rowCount;

  test("signing in completes with the password that was checked, for this agent alone", async () => {
    await change(`password_hash = '${hashes.mira}', last_logged_on = null`, world.agents.jonas.id);
    expect(await complete(hashes.mira)).toEqual(expect.any(String));
    const { rows } = await world.context.pool.query("select id from agent where last_logged_on = $1", [
      world.clock.now(),
    ]);
    expect(rows).toEqual([{ id: world.agents.mira.id }]);
  });

  test("signing in does not complete when the password has changed or the account was disabled", async () => {
    const before = await sessions();
    expect(await complete(randomBytes(8).toString("hex"))).toBeNull();
    await change("disabled_on = now()", world.agents.mira.id);
    expect(await complete(hashes.mira)).toBeNull();
    await change("disabled_on = null", world.agents.mira.id);
    expect(await sessions()).toBe(before);
  });
});

test("an account is found in its company, with its own department and second step", async () => {
  const { mira, naledi, jonas } = world.agents;
  const { id: company } = world.companies.harbour;
  await world.context.pool.query(
    "insert into two_step (company_id, agent_id, sealed, created_on, confirmed_on) values ($1, $2, '', now(), now())",
    [company, jonas.id],
  );
  const client = await world.context.pool.connect();
  await plantTwin(client, company, [
    "update agent set username = 'twin' || username where company_id = $1",
    "update department set name = 'Twin ' || name where company_id = $1",
    `insert into two_step (company_id, agent_id, sealed, created_on, confirmed_on)
      select company_id, id, '', now(), now() from agent where company_id = $1 on conflict do nothing`,
  ]);
  // Rows that were written last are read last.
  for (const table of ["agent", "department"])
    await client.query(`update ${table} set company_id = company_id where company_id = $1`, [company]);
  client.release();
  for (const { id, actor } of [mira, naledi]) {
    const { rows } = await world.context.pool.query(
      "select name from department where company_id = $1 and id = $2",
      [...[company, actor.departmentid]],
    );
    const own = { id, company_id: company, two_step_on: null, department_name: rows[0].name };
    expect(await findById(world.context, company, id)).toMatchObject(own);
  }
  expect(await findById(world.context, company, crypto.randomUUID())).toBeUndefined();
});
