/** The one rule of who is signed in, by each way that asks it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { createBatches, shortReads } from "../../floor/database/batch.ts";
import { inCompany } from "../../floor/database/scope.ts";
import { findSessions, hashOf, hashOfKey, newToken, type Session } from "./session.ts";
import { callerOf } from "./session-caller.ts";

let world: World;
let sessions: Record<"mira" | "jonas", Session>;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.desk("harbour", async ({ db }) => {
    await db.deleteFrom("session").execute();
    await db.deleteFrom("two_step").execute();
    await db.updateTable("agent").set({ disabled_on: null }).execute();
    await db.updateTable("company").set({ two_step_required_on: null }).execute();
  });
  sessions = { mira: await plantSession("mira"), jonas: await plantSession("jonas") };
});

async function plantSession(name: "mira" | "jonas"): Promise<Session> {
  const token_hash = hashOf(newToken());
  await world.desk("harbour", ({ db, now, companyId }) =>
    db
      .insertInto("session")
      .values({
        token_hash,
        company_id: companyId,
        agent_id: world.agents[name].id,
        created_on: now,
        last_used_on: now,
        expires_on: new Date(now.getTime() + 1),
        user_agent: "test",
        address: "127.0.0.1",
      })
      .execute(),
  );
  const [session] = await findSessions(world.context, [token_hash]);
  if (!session) throw new Error("The premise: a new session is found");
  return session;
}

type Answer = { id: string; department: string } | string;
const ways = ["lookUp", "unit", "held", "shared", "olderLookUp", "olderUnit"] as const;
type Way = (typeof ways)[number];

/**
 * Mira's session is answered by a look-up, by a unit of work, by one that holds the session, by one that calls
 * share, and by the functions that processes from before migration 068 call.
 */
async function ask(): Promise<Record<Way, Answer>> {
  const caller = callerOf(sessions.mira);
  const [found] = await findSessions(world.context, [hashOfKey(sessions.mira.key)]);
  const batch = createBatches(world.context, shortReads);
  const work = async ({ actor }: Pick<Session, "actor">) => actor;
  const [unit, held, shared] = await Promise.all(
    [
      inCompany(world.context, caller, work),
      inCompany(world.context, caller, work, { hold: true }),
      batch(caller, (scope) => work(scope as never)),
    ].map((asked) => asked.then(shownOf, ({ code }: { code: string }) => code)),
  );
  const lookUp = found?.mustSetUpTwoStep ? "two_step_required" : found ? shownOf(found.actor) : "signed_out";
  return { lookUp, unit: unit ?? "", held: held ?? "", shared: shared ?? "", ...(await askAsOlder()) };
}

async function askAsOlder(): Promise<Record<"olderLookUp" | "olderUnit", Answer>> {
  const keys = [sessions.jonas, sessions.mira].map(({ key }) => hashOfKey(key));
  const given = [keys, world.clock.now()];
  const { pool } = world.context;
  const callers = await pool.query("select * from find_callers($1, $2) where place = 2", given);
  const found = await pool.query(
    `select *, two_step_required_on is not null and two_step_on is null as lacks_two_step
      from find_sessions($1, $2) where token_hash = $3`,
    [...given, keys[1]],
  );
  return { olderLookUp: olderAnswer(found.rows), olderUnit: olderAnswer(callers.rows) };
}

function olderAnswer([row, ...others]: Record<string, string>[]): Answer {
  if (!row) return "signed_out";
  expect(others).toEqual([]);
  return row.lacks_two_step
    ? "two_step_required"
    : { id: row.agent_id ?? "", department: row.department_id ?? "" };
}

const shownOf = ({ id, departmentid }: Session["actor"]): Answer => ({ id, department: departmentid });
const everywhere = (answer: Answer) => Object.fromEntries(ways.map((way) => [way, answer]));
const mira = (department = world.agents.mira.actor.departmentid) =>
  everywhere({ id: world.agents.mira.id, department });

test("a session is its own agent's", async () => {
  expect(await ask()).toEqual(mira());
  expect(await findSessions(world.context, [hashOfKey(sessions.mira.key)])).toHaveLength(1);
});

test("a unit of work that holds a session locks it and its agent, and no others", async () => {
  const { mira, jonas } = world.agents;
  const unlocked = async (sql: string) =>
    (await world.context.pool.query(`${sql} for update skip locked`)).rows.map(({ id }) => id);
  await inCompany(
    world.context,
    callerOf(sessions.mira),
    async () => {
      expect(await unlocked("select agent_id as id from session")).toEqual([jonas.id]);
      const agents = await unlocked("select id from agent");
      expect(agents).toContain(jonas.id);
      expect(agents).not.toContain(mira.id);
    },
    { hold: true },
  );
});

describe("an agent is not signed in", () => {
  test("an agent is not signed in with a session that has run out", async () => {
    await world.desk("harbour", ({ db, now }) =>
      db.updateTable("session").set({ expires_on: now }).execute(),
    );
    expect(await ask()).toEqual(everywhere("signed_out"));
  });

  test("an agent is not signed in with a session that has ended", async () => {
    await world.desk("harbour", ({ db }) =>
      db.deleteFrom("session").where("agent_id", "=", world.agents.mira.id).execute(),
    );
    expect(await ask()).toEqual(everywhere("signed_out"));
  });

  test("a disabled agent is not signed in", async () => {
    await world.desk("harbour", ({ db, now }) =>
      db.updateTable("agent").set({ disabled_on: now }).where("id", "=", world.agents.mira.id).execute(),
    );
    expect(await ask()).toEqual(everywhere("signed_out"));
  });
});

test("an agent who has moved has the rights of now", async () => {
  const { groups } = world.departments;
  const move = (to: string) =>
    world.desk("harbour", ({ db }) =>
      db.updateTable("agent").set({ department_id: to }).where("id", "=", world.agents.mira.id).execute(),
    );
  await move(groups.id);
  expect(await ask()).toEqual(mira(groups.id));
  await move(world.agents.mira.actor.departmentid);
});

describe("an agent whose company requires a second step", () => {
  beforeEach(() =>
    world.desk("harbour", ({ db, now }) =>
      db.updateTable("company").set({ two_step_required_on: now }).execute(),
    ),
  );
  const confirm = (name: "mira" | "jonas", confirmed_on: Date | null) =>
    world.desk("harbour", ({ db, companyId }) =>
      db
        .insertInto("two_step")
        .values({
          company_id: companyId,
          agent_id: world.agents[name].id,
          sealed: Buffer.alloc(1),
          created_on: world.clock.now(),
          confirmed_on,
        })
        .execute(),
    );

  test("an agent owes the second step without one, with one that is not confirmed, and with a colleague's", async () => {
    expect(await ask()).toEqual(everywhere("two_step_required"));
    await confirm("jonas", world.clock.now());
    await confirm("mira", null);
    expect(await ask()).toEqual(everywhere("two_step_required"));
  });

  test("an agent who owes the second step may set one up", async () => {
    const caller = callerOf(sessions.mira, { needs: "account", beforeTwoStep: true });
    const { id } = await inCompany(world.context, caller, async ({ actor }) => actor);
    expect(id).toBe(world.agents.mira.id);
  });

  test("an agent is signed in with a second step that is confirmed", async () => {
    await confirm("mira", world.clock.now());
    expect(await ask()).toEqual(mira());
  });
});
