import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { closeContext, createContext } from "../../app/context.ts";
import { held } from "../../app/held.ts";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, type Publication } from "../../floor/database/scope.ts";
import { onlineAmong } from "./announce-presence.ts";
import { removeExpiredProcesses, startLease } from "./lease.ts";
import { trackPresence, type Who } from "./presence.ts";

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

const idsOf = (agents: Who[]) => agents.map(({ id }) => id);

async function online(context: Context): Promise<AgentName[]> {
  const found = await acrossCompanies(context, (db) => onlineAmong(db, idsOf(names.map(actorOf))));
  return names.filter((name) => found.has(actorOf(name).id));
}

const countOnline = async (context: Context, agents: Who[]) =>
  (await acrossCompanies(context, (db) => onlineAmong(db, idsOf(agents)))).size;

/** Ends a process with all of them online, `seconds` before the end of its lease. */
async function endOne(seconds: number, agents: Who[] = names.map(actorOf)) {
  const ended = await startProcess();
  for (const who of agents) ended.presence.arrived(who);
  await vi.waitFor(async () => expect(await countOnline(ended.context, agents)).toBe(agents.length));
  await stops.pop()?.();
  await world.context.pool.query("update process set lease_until = now() + make_interval(secs => $1)", [
    seconds,
  ]);
}

test("an agent back soon after a restart was never offline, one who stays away is offline after ten seconds", async () => {
  await endOne(5);
  const { context, presence, said } = await startProcess();
  expect(await online(context)).toEqual(names);
  await removeExpiredProcesses(context, held);
  presence.arrived(actorOf("mira"));
  world.clock.advance(9_000);
  // The pause covers a write or two.
  await wait(500);
  expect(await online(context)).toEqual(names);
  world.clock.advance(1_000);
  await vi.waitFor(() => expect(said("userLogout")).toEqual([actorOf("jonas").id]));
  expect(await online(context)).toEqual(["mira"]);
  expect(said("userLogin")).toEqual([]);
});

test("while others come back the rest are awaited: five seconds after the last, a minute at most", async () => {
  const { companyId, departmentid } = actorOf("mira");
  const { rows } = await world.context.pool.query<{ id: string }>(
    `insert into agent (company_id, department_id, username, first_name, last_name, email, password_hash)
      select $1, $2, 'late' || n, 'Late', n::text, 'late' || n || '@harbour.example', '' from generate_series(1, 14) n
      returning id`,
    [companyId, departmentid],
  );
  const late = rows.map(({ id }) => ({ companyId, id }));
  const restarted = async () => {
    await endOne(5, late);
    const started = await startProcess();
    // The process reads the agents to expect.
    await wait(500);
    expect(await countOnline(started.context, late)).toBe(14);
    return started;
  };
  const { context, presence, said } = await restarted();
  world.clock.advance(8_000);
  for (const who of late.slice(0, 13)) presence.arrived(who);
  world.clock.advance(4_900);
  await wait(500);
  expect(await countOnline(context, late)).toBe(14);
  world.clock.advance(100);
  await vi.waitFor(() => expect(said("userLogout")).toContain(late[13]?.id));
  expect(await countOnline(context, late)).toBe(13);
  await stops.pop()?.();

  const again = await restarted();
  world.clock.advance(6_000);
  for (const who of late.slice(0, 12)) {
    again.presence.arrived(who);
    world.clock.advance(4_490);
  }
  await wait(500);
  expect(await countOnline(again.context, late)).toBe(14);
  again.presence.arrived(late[12] as Who);
  world.clock.advance(120);
  await vi.waitFor(() => expect(again.said("userLogout")).toContain(late[13]?.id));
});

test("after a longer outage an agent is online only once they connect", async () => {
  await endOne(0);
  const { context, presence, said } = await startProcess();
  expect(await online(context)).toEqual([]);
  presence.arrived(actorOf("mira"));
  await vi.waitFor(() => expect(said("userLogin")).toEqual([actorOf("mira").id]));
  expect(await online(context)).toEqual(["mira"]);
});
