import type { Colleague } from "@parley/contract/agents";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { createSharedReads } from "../../floor/database/shared-reads.ts";
import { findSession, startSession } from "../../sign-in/session/session.ts";
import { callerOf } from "../../sign-in/session/session-caller.ts";
import { listColleagues } from "./queries.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const colleaguesOf = async (name: AgentName) =>
  (await world.as(name).get("/auth/agents")).json() as Colleague[];
const idsOf = (colleagues: Colleague[]) => colleagues.map(({ id }) => id);
/** The agents are signed in before, so that the calls are of one moment. */
async function atOnce(names: AgentName[]) {
  for (const name of names) await world.as(name).cookie();
  return Promise.all(names.map(colleaguesOf));
}

async function signedIn(name: AgentName) {
  const token = await world.work(name, (scope) => startSession(scope, { userAgent: "", address: "" }));
  const session = await findSession(world.context, token);
  if (!session) throw new Error("The session was not found");
  return callerOf(session, { needs: "readColleagues", beforeTwoStep: false });
}

test("agents of several departments share one read, each without themselves, and another company has its own", async () => {
  const share = createSharedReads(world.context);
  const names: AgentName[] = ["mira", "jonas", "naledi", "tomas", "ingrid"];
  const callers = await Promise.all([...names, "omar" as const].map(signedIn));
  const { statements, answer } = await countStatements(world, () =>
    Promise.all(callers.map((caller) => share("test", caller, { ofCompany: listColleagues }))),
  );
  expect(statements.filter((one) => one.includes('as "department"'))).toHaveLength(2);
  const own = names.map((name) => world.agents[name].id);
  for (const [at, id] of own.entries())
    expect(idsOf(answer[at] ?? []).toSorted()).toEqual(own.filter((other) => other !== id).toSorted());
  expect(idsOf(answer[5] ?? [])).toEqual([world.agents.freya.id]);
  const [ofMira = [], ofJonas = []] = answer;
  expect(ofMira.find(({ id }) => id === world.agents.naledi.id)).toBe(
    ofJonas.find(({ id }) => id === world.agents.naledi.id),
  );
});

test("each read shows the rows of its moment: a new name, a colleague disabled and enabled again", async () => {
  const { id } = world.agents.naledi;
  const change = (set: { first_name?: string; disabled_on?: Date | null }) =>
    world.desk("harbour", ({ db }) => db.updateTable("agent").set(set).where("id", "=", id).execute());
  const nalediAs = async () =>
    (await atOnce(["mira", "jonas"])).map((list) => list.find((one) => one.id === id)?.first_name);
  const [before] = await nalediAs();
  expect(before).toBeDefined();
  await change({ first_name: "Nala" });
  expect(await nalediAs()).toEqual(["Nala", "Nala"]);
  await change({ disabled_on: new Date() });
  expect(await nalediAs()).toEqual([undefined, undefined]);
  await change({ first_name: before as string, disabled_on: null });
  expect(await nalediAs()).toEqual([before, before]);
});
