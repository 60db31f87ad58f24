import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AgentName } from "../../../test/world/people.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { closeContext, createContext } from "../app/context.ts";
import type { Context } from "../context.ts";
import { acrossCompanies, type Publication } from "../database/scope.ts";
import { onlineAmong } from "./announce-presence.ts";
import { removeExpiredProcesses, startLease } from "./lease.ts";
import { trackPresence } from "./presence.ts";

let world: World;
const stops: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await world.close();
});

/** A process as on an embedded database, which only one at a time can use. */
async function startProcess() {
  const { config, log } = world.context;
  const opened = await createContext(config, { clock: world.clock.now, log });
  const context: Context = { ...opened, config: { ...config, databaseUrl: null } };
  const published = vi.spyOn(context.live, "publish");
  const lease = await startLease(context);
  const presence = trackPresence(context);
  stops.push(async () => {
    await presence.stop();
    await lease.stop();
    await closeContext(opened);
  });
  const said = (event: Publication["event"]) =>
    published.mock.calls.flatMap(([all]) =>
      all.flatMap((one) => (one.event === event ? [(one.payload as { id: string }).id] : [])),
    );
  return { context, presence, said };
}

const names = ["mira", "jonas"] satisfies AgentName[];

const actorOf = (name: AgentName) => world.agents[name].actor;

async function online(context: Context): Promise<AgentName[]> {
  const ids = names.map((name) => actorOf(name).id);
  const found = await acrossCompanies(context, (db) => onlineAmong(db, ids));
  return names.filter((name) => found.has(actorOf(name).id));
}

/** Both are online when it ends, `seconds` before the end of its lease. */
async function endOne(seconds: number) {
  const ended = await startProcess();
  for (const name of names) ended.presence.arrived(actorOf(name));
  await vi.waitFor(async () => expect(await online(ended.context)).toEqual(names));
  await stops.pop()?.();
  await world.context.pool.query("update process set lease_until = now() + make_interval(secs => $1)", [
    seconds,
  ]);
}

test("who comes back soon after a restart was never offline, who does not is offline after ten seconds", async () => {
  await endOne(5);
  const { context, presence, said } = await startProcess();
  expect(await online(context)).toEqual(names);
  await removeExpiredProcesses(context);
  presence.arrived(actorOf("mira"));
  world.clock.advance(9_000);
  // A write or two.
  await wait(500);
  expect(await online(context)).toEqual(names);
  world.clock.advance(1_000);
  await vi.waitFor(() => expect(said("userLogout")).toEqual([actorOf("jonas").id]));
  expect(await online(context)).toEqual(["mira"]);
  expect(said("userLogin")).toEqual([]);
});

test("after a longer outage nobody is online until they come", async () => {
  await endOne(0);
  const { context, presence, said } = await startProcess();
  expect(await online(context)).toEqual([]);
  presence.arrived(actorOf("mira"));
  await vi.waitFor(() => expect(said("userLogin")).toEqual([actorOf("mira").id]));
  expect(await online(context)).toEqual(["mira"]);
});
