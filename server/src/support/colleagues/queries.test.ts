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

test("agents of several departments share one list, which holds each of them, and another company has its own", async () => {
  const share = createSharedReads(world.context);
  const names: AgentName[] = ["mira", "jonas", "naledi", "tomas", "ingrid"];
  const callers = await Promise.all([...names, "omar" as const].map(signedIn));
  const { statements, answer } = await countStatements(world, () =>
    Promise.all(callers.map((caller) => share("test", caller, { ofCompany: listColleagues }))),
  );
  expect(statements.filter((one) => one.includes('as "department"'))).toHaveLength(2);
  const all = names.map((name) => world.agents[name].id);
  expect(idsOf(answer[0] ?? []).toSorted()).toEqual(all.toSorted());
  for (const list of answer.slice(1, names.length)) expect(list).toBe(answer[0]);
  expect(idsOf(answer[5] ?? []).toSorted()).toEqual([world.agents.omar.id, world.agents.freya.id].toSorted());
});

test("a client that has the list gets a 304 until a row of it changes, and another company's tag is unknown", async () => {
  const list = (name: AgentName, etag?: unknown) =>
    world.as(name).get("/auth/agents", { headers: etag ? { "if-none-match": String(etag) } : {} });
  const first = await list("mira");
  const { etag } = first.headers;
  for (const name of ["mira", "naledi", "ingrid"] as const) {
    const again = await list(name, etag);
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", etag]);
  }
  const other = await list("omar", etag);
  expect([other.statusCode, idsOf(other.json())]).toEqual([
    200,
    expect.not.arrayContaining([world.agents.mira.id]),
  ]);
  const rename = (last_name: string) =>
    world.desk("harbour", ({ db }) =>
      db.updateTable("agent").set({ last_name }).where("id", "=", world.agents.jonas.id).execute(),
    );
  const before =
    (first.json() as Colleague[]).find(({ id }) => id === world.agents.jonas.id)?.last_name ?? "";
  await rename("Another");
  const changed = await list("mira", etag);
  expect([changed.statusCode, changed.body.includes("Another")]).toEqual([200, true]);
  await rename(before);
  expect((await list("mira", etag)).statusCode).toBe(304);
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
