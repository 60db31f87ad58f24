import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { createContext } from "../../app/context.ts";
import { held } from "../../app/held.ts";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, type Publication } from "../../floor/database/scope.ts";
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
  const lease = await startLease(context, held);
  const presence = trackPresence(context);
  stops.push(async () => {
    await presence.stop();
    await lease.stop();
    await opened.close();
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
  const found = await acrossCompanies(context, (db) =>
    onlineAmong(
      db,
      names.map((name) => actorOf(name).id),
    ),
  );
  return names.filter((name) => found.has(actorOf(name).id));
}

/** Ends a process with all of them online, `seconds` before the end of its lease. */
async function endOne(seconds: number) {
  const ended = await startProcess();
  for (const name of names) ended.presence.arrived(actorOf(name));
  await vi.waitFor(async () => expect(await online(ended.context)).toEqual(names));
  await stops.pop()?.();
  await world.context.pool.query("update process set lease_until = now() + make_interval(secs => $1)", [
    seconds,
  ]);
}

test("an agent back within half a minute of a restart was never offline, one who stays away is offline then", async () => {
  await endOne(5);
  const { context, presence, said } = await startProcess();
  expect(await online(context)).toEqual(names);
  await removeExpiredProcesses(context, held);
  world.clock.advance(29_000);
  // The pause covers a write or two.
  await wait(500);
  expect(await online(context)).toEqual(names);
  presence.arrived(actorOf("mira"));
  world.clock.advance(1_000);
  await vi.waitFor(() => expect(said("userLogout")).toEqual([actorOf("jonas").id]));
  expect(await online(context)).toEqual(["mira"]);
  expect(said("userLogin")).toEqual([]);
});

test("an agent who leaves again after a restart is offline in five seconds", async () => {
  await endOne(5);
  const { context, presence, said } = await startProcess();
  presence.arrived(actorOf("mira"));
  await wait(500);
  presence.left(actorOf("mira"));
  world.clock.advance(5_000);
  await vi.waitFor(() => expect(said("userLogout")).toEqual([actorOf("mira").id]));
  expect(await online(context)).toEqual(["jonas"]);
});

test("after a longer outage an agent is online only once they connect", async () => {
  await endOne(0);
  const { context, presence, said } = await startProcess();
  expect(await online(context)).toEqual([]);
  presence.arrived(actorOf("mira"));
  await vi.waitFor(() => expect(said("userLogin")).toEqual([actorOf("mira").id]));
  expect(await online(context)).toEqual(["mira"]);
});
