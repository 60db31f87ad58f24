import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { declare } from "../../../../test/world/declare.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { createOutside } from "./outside.ts";

const span = 2 * 3_600_000;
const left = 300;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("a paced message fails at the end of its reply window, not when its turn comes", async () => {
  const limit = { count: 1, perMs: 60_000, burst: 1 };
  declare(world.context, {
    replyWindow: span,
    limits: { perAccount: { count: 100, perMs: 1000 }, perClient: limit },
  });
  const { control } = world.telegram;
  const { id: person } = await control.createPerson({ firstName: "Dimitar", picture: "none" });
  const bot = Number(world.channels.harbour.externalId);
  await control.phone({ bot, person }).start();
  const ticket = await world.ticket({ handler: "mira", externalId: String(person) });
  const until = new Date(world.clock.now().getTime() + left);
  await world.desk("harbour", ({ db }) =>
    db.updateTable("ticket").set({ reply_window_until: until }).where("id", "=", ticket.id).execute(),
  );
  for (const content of ["one", "two"])
    await world.as("mira").post("/send-message", { ticketid: ticket.id, content });
  const statuses = () =>
    world.desk("harbour", async ({ db }) => {
      const rows = await db
        .selectFrom("message")
        .select(["status", "status_reason"])
        .where("ticket_id", "=", ticket.id)
        .where("is_agent", "=", true)
        .orderBy("seq")
        .execute();
      return rows.map(({ status, status_reason }) => [status, status_reason?.code]);
    });
  const { rows } = await world.context.pool.query<{ payload: Tasks["deliver"] }>(
    "select payload from graphile_worker._private_jobs where key = $1",
    [`deliver:${ticket.id}`],
  );
  const [job] = rows;
  if (!job) throw new Error("No delivery was enqueued");
  const ending = new AbortController();
  const config = { ...world.context.config, sendPacing: true };
  const outside = createOutside({ ...world.context, config }, ending.signal);
  const work = outside.tasks.deliver(job.payload);
  await vi.waitFor(async () => expect((await statuses())[0]).toEqual(["sent", undefined]));
  expect((await statuses())[1]).toEqual(["queued", undefined]);
  world.clock.advance(left);
  await vi.waitFor(async () => expect((await statuses())[1]).toEqual(["failed", "reply_window_closed"]), {
    interval: 20,
  });
  ending.abort();
  await outside.stop();
  await work;
});

test("messages that wait when the process stops are left for the next one, without using the processor", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  for (const content of ["one", "two"])
    await world.as("mira").post("/send-message", { ticketid: ticket.id, content });
  const outside = createOutside(world.context, AbortSignal.abort());
  const { id: channelId } = world.channels.harbour;
  const place = { companyId: world.companies.harbour.id, ticketId: ticket.id, channelId };
  await outside.tasks.deliver({ ...place, platform: "telegram" });
  const sql = "select count(*)::int from message where ticket_id = $1 and status = 'queued'";
  expect((await world.context.pool.query(sql, [ticket.id])).rows).toEqual([{ count: 2 }]);
});
