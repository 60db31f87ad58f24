import type { ServerEvents } from "@parley/contract/events";
import { limits } from "@parley/contract/limits";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { connectSocket, type Line, startLive } from "../../../../test/world/live.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { createContext } from "../../app/context.ts";
import { held } from "../../app/held.ts";
import type { Context } from "../../floor/context.ts";
import { createAnnouncer } from "./announce-presence.ts";
import { removeExpiredProcesses, startLease } from "./lease.ts";
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

const headersOf = async (name: AgentName) => ({
  origin: world.context.config.consoleOrigin,
  cookie: await world.as(name).cookie(),
});
const line = async (name: AgentName, url = live.url) => connectSocket(url, await headersOf(name));

async function statusOf(name: AgentName, asks: AgentName = "ingrid"): Promise<string> {
  const colleagues = (await world.as(asks).get("/auth/agents")).json() as { id: string; status: string }[];
  return colleagues.find(({ id }) => id === world.agents[name].id)?.status ?? "not a colleague";
}

const ofAgent =
  (name: AgentName) =>
  ({ id, others = [] }: ServerEvents["userLogin"]) =>
    [id, ...others].includes(world.agents[name].id);
const logins = ({ received }: Line, name: AgentName) =>
  received.filter(
    ({ event, payload }) => /^userLog/.test(event) && ofAgent(name)(payload as ServerEvents["userLogin"]),
  ).length;

/** Passes time, in which living processes renew their leases. */
async function pass(milliseconds: number) {
  world.clock.advance(milliseconds);
  await world.context.pool.query("update process set lease_until = lease_until + make_interval(secs => $1)", [
    milliseconds / 1000,
  ]);
}

/** Waits until all connections are closed and their presence has expired. */
async function emptyHouse() {
  world.context.live.server.disconnectSockets(true);
  await vi.waitFor(async () => {
    await pass(limits.offlineAfter);
    expect((await world.context.pool.query("select from presence")).rowCount).toBe(0);
  });
}
afterEach(emptyHouse);

test("an agent's first tab brings them online; after the last one closes they are offline in five seconds", async () => {
  const watcher = await line("ingrid");
  expect(await statusOf("mira")).toBe("offline");
  const first = await line("mira");
  await watcher.receives("userLogin", ofAgent("mira"));
  expect(await statusOf("mira")).toBe("online");
  const second = await line("mira");
  first.socket.disconnect();
  await pass(limits.offlineAfter);
  second.socket.disconnect();
  await vi.waitFor(() => expect(world.context.live.server.sockets.sockets.size).toBe(1));
  expect(await statusOf("mira")).toBe("online");
  expect(logins(watcher, "mira")).toBe(1);
  await pass(limits.offlineAfter);
  await watcher.receives("userLogout", ofAgent("mira"));
  expect(await statusOf("mira")).toBe("offline");
});

test("an agent back within five seconds was never offline", async () => {
  const watcher = await line("ingrid");
  const before = await line("mira");
  await watcher.receives("userLogin", ofAgent("mira"));
  before.socket.disconnect();
  await vi.waitFor(() => expect(world.context.live.server.sockets.sockets.size).toBe(1));
  await pass(limits.offlineAfter - 1);
  const after = await line("mira");
  await pass(limits.offlineAfter);
  const jonas = await line("jonas");
  await watcher.receives("userLogin", ofAgent("jonas"));
  expect(logins(watcher, "mira")).toBe(1);
  for (const one of [after, jonas]) one.socket.disconnect();
});

test("another company gets no event and sees no agent", async () => {
  const stranger = await line("freya");
  await stranger.receives("userLogin", ofAgent("freya"));
  await line("mira");
  await line("omar");
  await stranger.receives("userLogin", ofAgent("omar"));
  expect(logins(stranger, "mira")).toBe(0);
  expect(await statusOf("mira", "freya")).toBe("not a colleague");
});

const unused = new Proxy({} as typeof world.context.pool, {
  get: () => () => Promise.reject(new Error("A statement outside the transaction.")),
});

describe("a second process on the same database", () => {
  let other: Context;
  let presence: ReturnType<typeof trackPresence>;
  let lease: Awaited<ReturnType<typeof startLease>>;
  beforeEach(async () => {
    other = await createContext(world.context.config, { clock: world.clock.now, log: world.context.log });
    lease = await startLease(other, held);
    presence = trackPresence(other);
  });
  afterEach(async () => {
    await presence.stop();
    await lease.stop();
    await other.close();
  });
  const there = (name: AgentName) => world.agents[name].actor;
  const rows = async () => (await world.context.pool.query("select * from presence")).rows;

  async function leave(name: AgentName) {
    presence.left(there(name));
    await vi.waitFor(async () => {
      await pass(limits.offlineAfter);
      expect(await rows()).toHaveLength(1);
    });
  }

  test("a second process does not publish as gone an agent who came to another process meanwhile", async () => {
    const watcher = await line("ingrid");
    await watcher.receives("userLogin", ofAgent("ingrid"));
    presence.arrived(there("mira"));
    await vi.waitFor(async () => expect(await rows()).toHaveLength(2));
    world.published.length = 0;
    const announcer = createAnnouncer(world.context);
    const { companyId, id } = there("mira");
    announcer.add([{ companyId, id, online: false }]);
    await announcer.publish();
    expect(world.published).toMatchObject([{ event: "totalOnlineAgents", payload: 2 }]);
    await leave("mira");
  });

  test("a second process keeps its lease by the database's clock, whatever its own machine's clock says", async () => {
    const leases = async () =>
      (
        await world.context.pool.query<{ id: string; seconds: number }>(
          "select id, extract(epoch from lease_until - now())::float as seconds from process",
        )
      ).rows;
    for (const apart of [15_000, -15_000]) {
      const off = { ...other, clock: () => new Date(Date.now() + apart) };
      const renewed = await startLease(off, held);
      await removeExpiredProcesses(off, held);
      expect((await leases()).map(({ id }) => id)).toContain(world.context.processId);
      expect((await leases()).find(({ id }) => id === other.processId)?.seconds).toBeLessThan(9);
      expect((await leases()).find(({ id }) => id === other.processId)?.seconds).toBeGreaterThan(5);
      await renewed.stop();
    }
  });

  test("an agent is shown offline when both processes have lost them", async () => {
    const watcher = await line("ingrid");
    const here = await line("mira");
    await watcher.receives("userLogin", ofAgent("mira"));
    presence.arrived(there("mira"));
    await vi.waitFor(async () => expect(await rows()).toHaveLength(3));
    here.socket.disconnect();
    await vi.waitFor(async () => {
      await pass(limits.offlineAfter);
      expect(await rows()).toHaveLength(2);
    });
    expect(await statusOf("mira")).toBe("online");
    expect(logins(watcher, "mira")).toBe(1);
    await leave("mira");
    expect(await statusOf("mira")).toBe("offline");
  });

  test("a process with an expired lease loses its agents and its workers' jobs; it recovers when it renews", async () => {
    const watcher = await line("ingrid");
    presence.arrived(there("mira"));
    await vi.waitFor(async () => expect(await statusOf("mira")).toBe("online"));
    await lease.stop();
    await world.desk("harbour", (scope) =>
      scope.enqueue(
        "deliver",
        {
          ticketId: "00000000-0000-4000-8000-000000000000",
          channelId: world.channels.harbour.id,
          platform: "telegram",
        },
        { key: "held" },
      ),
    );
    await world.context.pool.query(
      "update graphile_worker._private_jobs set locked_by = 'worker-x', locked_at = now() where key = 'held'",
    );
    // The lease ends last, since the world's own process removes expired ones too.
    await world.context.pool.query(
      "update process set worker_ids = '{worker-x}', lease_until = now() - interval '1 second' where id = $1",
      [other.processId],
    );
    // The jobs are unlocked by the transaction that removes the process, by no later statement.
    await removeExpiredProcesses({ ...world.context, pool: unused }, held);
    await watcher.receives("userLogout", ofAgent("mira"));
    expect(await statusOf("mira")).toBe("offline");
    const job = await world.context.pool.query(
      "select locked_by from graphile_worker.jobs where key = 'held'",
    );
    expect(job.rows).toEqual([{ locked_by: null }]);
    lease = await startLease(other, held);
    await vi.waitFor(async () => expect(await statusOf("mira")).toBe("online"));
    await leave("mira");
  });
});
