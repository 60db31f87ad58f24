import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { type AgentActor, agentActor } from "../../floor/actors/actor.ts";
import type { SessionCaller } from "../../floor/actors/caller.ts";
import { inCompany, inCompanyAs } from "../../floor/database/scope.ts";
import { signOut } from "../sign-in.ts";
import { findSession, startSession } from "./session.ts";
import { callerOf } from "./session-caller.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Starts a session of the agent, in the form a route's handler gets. */
async function signedIn(
  name: "mira" | "tomas" | "ingrid",
): Promise<{ token: string; caller: SessionCaller }> {
  const from = { userAgent: "test", address: "127.0.0.1" };
  const token = await inCompanyAs(world.context, world.agents[name].actor, (scope) =>
    startSession(scope, from),
  );
  const session = await findSession(world.context, token);
  if (!session) throw new Error("The session was not found");
  return { token, caller: callerOf(session) };
}

const whoActs = (caller: SessionCaller) => inCompany(world.context, caller, async ({ actor }) => actor);

test("the actor is the agent as of now", async () => {
  const { caller } = await signedIn("tomas");
  const { id, actor } = world.agents.tomas;
  expect(await whoActs(caller)).toEqual(actor);
  const { id: departmentid } = world.departments.groups;
  const change = (to: object) =>
    world.desk("harbour", ({ db }) => db.updateTable("agent").set(to).where("id", "=", id).execute());
  await change({ role: null, department_id: departmentid, first_name: "Tom" });
  expect(await whoActs(caller)).toEqual(
    agentActor({ ...actor, role: null, departmentid, departmentids: [departmentid], name: "Tom Novák" }),
  );
  await change({ role: actor.role, department_id: actor.departmentid, first_name: "Tomáš" });
});

test("a unit of work begins in one round trip, rights included", async () => {
  const { caller } = await signedIn("mira");
  const { statements } = await countStatements(world, () => whoActs(caller));
  expect(statements.map((statement) => statement.split(/[ ;]/)[0])).toEqual(["begin", "commit"]);
});

describe("a call is refused before any work", () => {
  const signedOut = { status: 401, code: "signed_out" };

  test("a session that does not exist, is another agent's or company's, or has expired is refused before any work", async () => {
    const { caller } = await signedIn("mira");
    const work = vi.fn(async () => undefined);
    const { actor } = world.agents.mira;
    const as = (other: Partial<AgentActor>, tokenHash = caller.tokenHash) =>
      inCompany(
        world.context,
        callerOf({ actor: { ...actor, ...other }, key: tokenHash.toString("hex") }),
        work,
      );
    await expect(as({}, Buffer.alloc(32))).rejects.toMatchObject(signedOut);
    await expect(as({ id: world.agents.jonas.id })).rejects.toMatchObject(signedOut);
    await expect(as({ companyId: world.companies.northwind.id })).rejects.toMatchObject(signedOut);
    await world.desk("harbour", ({ db, now }) =>
      db.updateTable("session").set({ expires_on: now }).where("token_hash", "=", caller.tokenHash).execute(),
    );
    await expect(as({})).rejects.toMatchObject(signedOut);
    expect(work).not.toHaveBeenCalled();
  });

  test("an agent without the ability that the call needs is refused before any work", async () => {
    const { caller } = await signedIn("tomas");
    await expect(whoActs({ ...caller, needs: "readTickets" })).resolves.toBeDefined();
    await expect(whoActs({ ...caller, needs: "manageAgents" })).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("a unit of work that holds", () => {
  /** Opens a unit of work that stays open until released. */
  function hold(caller: SessionCaller) {
    const [gate, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const work = async () => {
      begun.resolve();
      await gate.promise;
    };
    const done = inCompany(world.context, caller, work, { hold: true });
    return { begun: () => Promise.race([begun.promise, done]), release: gate.resolve, done };
  }

  const waiting = async () => {
    const { rows } = await world.context.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length;
  };

  test.each([
    ["a sign-out", (token: string) => signOut(world.context, token)],
    [
      "a disabling",
      () =>
        world.desk("harbour", ({ db, now }) =>
          db.updateTable("agent").set({ disabled_on: now }).where("id", "=", world.agents.mira.id).execute(),
        ),
    ],
  ])("a unit of work that holds makes %s wait, which then counts", async (_name, end) => {
    const { token, caller } = await signedIn("mira");
    const held = hold(caller);
    await held.begun();
    const ending = end(token);
    await vi.waitFor(async () => expect(await waiting()).toBe(1));
    held.release();
    await Promise.all([held.done, ending]);
    await expect(whoActs(caller)).rejects.toMatchObject({ code: "signed_out" });
    await world.desk("harbour", ({ db }) => db.updateTable("agent").set({ disabled_on: null }).execute());
  });

  test("a unit of work that holds waits for a sign-out under way, and is refused", async () => {
    const { caller } = await signedIn("mira");
    const [gate, deleted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ending = world.desk("harbour", async ({ db }) => {
      await db.deleteFrom("session").where("token_hash", "=", caller.tokenHash).execute();
      deleted.resolve();
      await gate.promise;
    });
    await deleted.promise;
    const refused = expect(hold(caller).done).rejects.toMatchObject({ code: "signed_out" });
    await vi.waitFor(async () => expect(await waiting()).toBe(1));
    gate.resolve();
    await Promise.all([ending, refused]);
  });

  test("a unit of work that cannot begin returns a clean connection", async () => {
    const { caller } = await signedIn("mira");
    const held = hold(caller);
    await held.begun();
    const { timeLimits, pool } = world.context;
    const { lock } = timeLimits;
    Object.assign(timeLimits, { lock: 50 });
    await expect(hold(caller).done).rejects.toMatchObject({ code: "55P03" });
    Object.assign(timeLimits, { lock });
    held.release();
    await held.done;
    const connections = Array.from({ length: pool.totalCount }, () =>
      world.desk("harbour", ({ db }) => sql`select 1`.execute(db)),
    );
    await expect(Promise.all(connections)).resolves.toHaveLength(pool.totalCount);
  });
});

test("only sign-in, pushes and mails to agents act for an agent without checking the session", () => {
  const source = join(import.meta.dirname, "../..");
  const files = globSync("**/*.ts", { cwd: source }).filter((path) => !path.endsWith(".test.ts"));
  const acting = files.filter((path) => readFileSync(join(source, path), "utf8").includes("inCompanyAs("));
  expect(acting.sort()).toEqual([
    "decide/figure-mails/weekly.ts",
    "sign-in/address/address-step.ts",
    "sign-in/invitations/accept.ts",
    "sign-in/session/complete-sign-in.ts",
    "sign-in/sign-in.ts",
    "sign-in/two-step/two-step-sign-in.ts",
    "support/away/letter.ts",
    "support/away/mail.ts",
    "support/push/notify-browser.ts",
  ]);
});
