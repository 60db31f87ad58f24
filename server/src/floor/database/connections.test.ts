import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { type Parley, startParley } from "../../app/start.ts";
import { fewestConnections, shareConnections } from "./connections.ts";

test.each([4, 5, 6, 20, 500])("%i connections are divided completely, two for each part at least", (all) => {
  const { calls, worker } = shareConnections({ databaseConnections: all, role: "all" });
  expect(calls + worker).toBe(all);
  expect(Math.min(calls, worker)).toBeGreaterThanOrEqual(2);
  expect(shareConnections({ databaseConnections: all, role: "web" })).toEqual({ calls: all, worker: 0 });
});

let world: World;
let parley: Parley;
beforeAll(async () => {
  world = await createWorld();
  const { config, adapters } = world.context;
  // The connections are told apart from the test's by their name.
  const named = new URL(config.databaseUrl ?? "");
  named.searchParams.set("application_name", "under-test");
  const url = named.href;
  parley = await startParley(
    {
      ...config,
      port: 0,
      sendPacing: false,
      databaseUrl: url,
      databaseDirectUrl: url,
      databaseConnections: fewestConnections,
    },
    { adapters, log: world.context.log },
  );
});
afterAll(async () => {
  await parley.stop();
  await world.close();
});

// Each message is settled: an unknown client makes no difference to the connections.
test("the fewest connections are enough for calls and jobs at once, and no more are opened", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  const headers = {
    cookie: await world.as("mira").cookie(),
    "content-type": "application/json",
    origin: world.context.config.publicUrl,
  };
  const send = async (at: number) => {
    const body = JSON.stringify({ ticketid: ticket.id, content: `Message ${at}` });
    return (await fetch(`${parley.address}/send-message`, { method: "POST", headers, body })).status;
  };
  let most = 0;
  const open = async () => {
    const { rows } = await world.context.pool.query<{ count: number }>(
      "select count(*)::int from pg_stat_activity where application_name = 'under-test'",
    );
    most = Math.max(most, rows[0]?.count ?? 0);
  };
  // The calls come twelve at a time: more than there are connections, and none reaches its time limit on a slow
  // machine.
  const numbers = Array.from({ length: 60 }, (_, at) => at).values();
  const statuses: number[] = [];
  const sends = Promise.all(
    Array.from({ length: 12 }, async () => {
      for (const at of numbers) statuses.push(await send(at));
    }),
  );
  let pending = true;
  void sends.finally(() => {
    pending = false;
  });
  while (pending) await open();
  await sends;
  expect(statuses).toEqual(Array(60).fill(200));
  await expect
    .poll(
      async () => {
        await open();
        const sql = "select count(*)::int from message where ticket_id = $1 and status <> 'queued'";
        return (await world.context.pool.query(sql, [ticket.id])).rows[0]?.count;
      },
      { timeout: 15_000 },
    )
    .toBe(60);
  expect(most).toBeLessThanOrEqual(fewestConnections);
});
