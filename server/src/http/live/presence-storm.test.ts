import type { ServerEvents } from "@parley/contract/events";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connectSocket, type Line, startLive } from "../../../../test/world/live.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { trackPresence } from "./presence.ts";

let world: World;
let live: Awaited<ReturnType<typeof startLive>>;
beforeAll(async () => {
  world = await createWorld();
  live = await startLive(world);
});
afterAll(async () => {
  await live.close();
  await world.close();
});

const lookers: AgentName[] = ["mira", "jonas", "naledi", "tomas", "ingrid"];

async function line(name: AgentName): Promise<Line> {
  const cookie = await world.as(name).cookie();
  return connectSocket(live.url, { origin: world.context.config.consoleOrigin, cookie });
}

async function plantAgents(count: number): Promise<string[]> {
  const { rows } = await world.context.pool.query<{ id: string }>(
    `insert into agent select (jsonb_populate_record(mira,
        jsonb_build_object('id', gen_random_uuid(), 'username', 'storm-' || n, 'email', 'storm-' || n || '@harbour.example'))).*
      from agent mira, generate_series(1, $1) n where mira.id = $2 returning id`,
    [count, world.agents.mira.id],
  );
  return rows.map(({ id }) => id);
}

const came = (one: Line) =>
  one.received.flatMap(({ event, payload }) =>
    event === "userLogin" ? [payload as ServerEvents["userLogin"]] : [],
  );
const namedBy = ({ id, others = [] }: ServerEvents["userLogin"]) => [id, ...others];
const idsOf = (one: Line) => came(one).flatMap(namedBy);

test("a few agents who arrive at once are an event each, many are one event for each viewer", async () => {
  const lines = await Promise.all([...lookers, ...lookers, ...lookers, ...lookers, ...lookers].map(line));
  await vi.waitFor(async () =>
    expect((await world.context.pool.query("select from presence")).rowCount).toBe(lookers.length),
  );
  const last = lines.at(-1) as Line;
  await vi.waitFor(() => expect(idsOf(last)).toContain(world.agents.ingrid.id));
  const presence = trackPresence(world.context);
  const { companyId } = world.agents.mira.actor;
  const arrive = async (ids: string[]) => {
    // Events of the viewers themselves may still be in transit.
    const about = (one: Line) => came(one).filter((event) => namedBy(event).some((id) => ids.includes(id)));
    for (const id of ids) presence.arrived({ companyId, id });
    await vi.waitFor(() => {
      for (const one of lines) expect(about(one).flatMap(namedBy).sort()).toEqual([...ids].sort());
    });
    return lines.reduce((sum, one) => sum + about(one).length, 0);
  };
  try {
    const ids = await plantAgents(40);
    const few = await arrive(ids.slice(0, 8));
    const many = await arrive(ids.slice(8));
    expect([few, many]).toEqual([8 * lines.length, lines.length]);
    expect(came(last).at(-1)?.others).toHaveLength(31);
  } finally {
    await presence.stop();
  }
});
