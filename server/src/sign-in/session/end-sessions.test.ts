/** The sessions end that belong to one agent, or all of them, or those whose time is over. */
import { randomBytes } from "node:crypto";
import { signInLimits } from "@parley/contract/sign-in-limits";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { forgottenAfter } from "./attempts.ts";
import { endSessions, removeExpiredSessions } from "./session.ts";

type Name = "mira" | "jonas";
const tables = ["session", "sign_in_challenge", "known_device"] as const;

let world: World;
/** Two sessions of mira, one of jonas. */
let tokens: { mira: [Buffer, Buffer]; jonas: Buffer };
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const table of [...tables, "sign_in_try", "sign_in"])
    await world.context.pool.query(`delete from ${table}`);
  const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  await plant("session", "mira", first);
  await plant("session", "mira", second);
  await plant("session", "jonas", third);
  for (const name of ["mira", "jonas"] as const)
    for (const table of ["sign_in_challenge", "known_device"] as const) await plant(table, name);
  tokens = { mira: [first, second], jonas: third };
});

const inAnHour = () => new Date(world.clock.now().getTime() + 3_600_000);
/** Plants a row that expires in an hour, or then. */
function plant(
  table: (typeof tables)[number],
  name: Name,
  token_hash = randomBytes(32),
  expires_on = inAnHour(),
) {
  const now = world.clock.now();
  const row = {
    token_hash,
    company_id: world.companies.harbour.id,
    agent_id: world.agents[name].id,
    expires_on,
  };
  const { database } = world.context;
  if (table === "session")
    return database
      .insertInto("session")
      .values({ ...row, created_on: now, last_used_on: now, user_agent: "test", address: "127.0.0.1" })
      .execute();
  if (table === "known_device")
    return database
      .insertInto("known_device")
      .values({ ...row, last_used_on: now })
      .execute();
  return database.insertInto("sign_in_challenge").values(row).execute();
}
async function left(table: string): Promise<Name[]> {
  const { rows } = await world.context.pool.query(`select agent_id from ${table}`);
  const names = rows.map(({ agent_id }): Name => (agent_id === world.agents.mira.id ? "mira" : "jonas"));
  return names.sort().reverse();
}
const end = (which: Parameters<typeof endSessions>[2]) =>
  world.desk("harbour", (scope) => endSessions(world.context, scope, which));

test("a session ends alone, by its token", async () => {
  await end({ tokenHash: tokens.mira[0] });
  expect(await left("session")).toEqual(["mira", "jonas"]);
  for (const table of ["sign_in_challenge", "known_device"])
    expect(await left(table)).toEqual(["mira", "jonas"]);
});

test("an agent's sessions end with their unfinished sign-ins and known devices, and no colleague's", async () => {
  await end({ agentId: world.agents.mira.id });
  for (const table of tables) expect(await left(table)).toEqual(["jonas"]);
});

test("one of an agent's sessions may stay when the others end", async () => {
  await end({ agentId: world.agents.mira.id, except: tokens.mira[1] });
  const { rows } = await world.context.pool.query("select token_hash from session");
  expect(rows.map(({ token_hash }) => token_hash)).toEqual(
    expect.arrayContaining([tokens.mira[1], tokens.jonas]),
  );
  expect(rows).toHaveLength(2);
});

describe("with time", () => {
  test.each(tables)("an expired %s is removed, one that is not stays", async (table) => {
    const { mira } = world.agents;
    await world.context.pool.query(`update ${table} set expires_on = $1 where agent_id = $2`, [
      world.clock.now(),
      mira.id,
    ]);
    await removeExpiredSessions(world.context);
    expect(await left(table)).toEqual(["jonas"]);
  });

  test("tries and sign-ins go when they are old enough, not before", async () => {
    const now = world.clock.now().getTime();
    for (const [age, source] of [
      [forgottenAfter, "1"],
      [forgottenAfter + 1, "2"],
    ] as const)
      await world.context.pool.query(
        "insert into sign_in_try (account, source, failures, last_on) values ('a', $1, 1, $2)",
        [Buffer.from(source), new Date(now - age)],
      );
    for (const age of [signInLimits.signInsKept, signInLimits.signInsKept + 1])
      await world.context.pool.query(
        `insert into sign_in (company_id, agent_id, time, outcome, address, user_agent) values ($1, $2, $3, 'signed_in', '', '')`,
        [world.companies.harbour.id, world.agents.mira.id, new Date(now - age)],
      );
    await removeExpiredSessions(world.context);
    const { rows: tries } = await world.context.pool.query("select source from sign_in_try");
    expect(tries).toEqual([{ source: Buffer.from("1") }]);
    const { rows: signIns } = await world.context.pool.query("select time from sign_in");
    expect(signIns).toEqual([{ time: new Date(now - signInLimits.signInsKept) }]);
  });
});
