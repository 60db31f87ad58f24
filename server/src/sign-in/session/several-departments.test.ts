/** The one list of an agent's departments, by each way that asks it: the home one, and those beside it. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { createBatches, shortReads } from "../../floor/database/batch.ts";
import { type AgentActor, inCompany, inCompanyAs } from "../../floor/database/scope.ts";
import { writeDepartments } from "../../people/agents/departments.ts";
import { findSession, findSessions, hashOfKey, startSession } from "./session.ts";
import { callerOf } from "./session-caller.ts";
import { findById } from "./sign-in-account.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => see("bookings"));

type Name = "bookings" | "refunds" | "groups";
const idsOf = (names: Name[]) => names.map((name) => world.departments[name].id).sort();

/** Sets Mira's departments; the first is her home one. */
async function see(home: Name, ...others: Name[]): Promise<void> {
  const { id } = world.agents.mira;
  await world.desk("harbour", async (scope) => {
    const department_id = world.departments[home].id;
    await scope.db.updateTable("agent").set({ department_id }).where("id", "=", id).execute();
    await writeDepartments(scope, id, idsOf([home, ...others]));
  });
}

async function signIn() {
  const from = { userAgent: "test", address: "127.0.0.1" };
  const token = await inCompanyAs(world.context, world.agents.mira.actor, (scope) =>
    startSession(scope, from),
  );
  const session = await findSession(world.context, token);
  if (!session) throw new Error("The premise: a new session is found");
  return session;
}

/** Mira's departments by a look-up, in a unit of work, in one that holds, in a shared one, and at sign-in. */
async function seenByEachWay(): Promise<unknown[]> {
  const session = await signIn();
  const work = async ({ actor }: { actor: AgentActor }) => actor.departments;
  const batch = createBatches(world.context, shortReads);
  const caller = callerOf(session);
  const account = await findById(world.context, session.actor.companyId, session.actor.id);
  return [
    (await findSessions(world.context, [hashOfKey(session.key)]))[0]?.actor.departments,
    await inCompany(world.context, caller, work),
    await inCompany(world.context, caller, work, { hold: true }),
    await batch(caller, (scope) => work(scope as never)),
    account?.departments,
  ];
}

test.each<[Name, ...Name[]]>([["bookings"], ["bookings", "refunds"], ["groups", "bookings", "refunds"]])(
  "an agent at home in %s sees it and the departments beside it, by each way that asks",
  async (home, ...others) => {
    await see(home, ...others);
    const seen = await seenByEachWay();
    expect(seen).toEqual(seen.map(() => idsOf([home, ...others])));
  },
);

test("an agent whose home becomes another department leaves the former and keeps the others", async () => {
  await see("bookings", "refunds");
  const move = (to: Name) =>
    world.desk("harbour", ({ db }) =>
      db
        .updateTable("agent")
        .set({ department_id: world.departments[to].id })
        .where("id", "=", world.agents.mira.id)
        .execute(),
    );
  await move("groups");
  expect((await seenByEachWay())[0]).toEqual(idsOf(["groups", "refunds"]));
  await move("refunds");
  expect((await seenByEachWay())[0]).toEqual(idsOf(["refunds"]));
});

test("a home department that a colleague leaves stays this agent's", async () => {
  const { jonas } = world.agents;
  const move = (to: Name) =>
    world.desk("harbour", ({ db }) =>
      db
        .updateTable("agent")
        .set({ department_id: world.departments[to].id })
        .where("id", "=", jonas.id)
        .execute(),
    );
  await move("groups");
  expect((await seenByEachWay())[0]).toEqual(idsOf(["bookings"]));
  await move("bookings");
});

test("a unit of work that waits for a change of the list has the rights of after it", async () => {
  await see("bookings", "refunds");
  const session = await signIn();
  const [gate, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const change = world.desk("harbour", async (scope) => {
    const { id } = world.agents.mira;
    await scope.db.updateTable("agent").set({ first_name: "Mira" }).where("id", "=", id).execute();
    await writeDepartments(scope, id, idsOf(["bookings"]));
    written.resolve();
    await gate.promise;
  });
  await written.promise;
  const held = inCompany(world.context, callerOf(session), async ({ actor }) => actor.departments, {
    hold: true,
  });
  await vi.waitFor(async () => {
    const { rows } = await world.context.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rows).toHaveLength(1);
  });
  gate.resolve();
  await change;
  expect(await held).toEqual(idsOf(["bookings"]));
});
