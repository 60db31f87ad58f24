import type { ChannelRow } from "@parley/contract/channels";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntilHour } from "../../../../test/world/until-hour.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import type { MessageRow } from "../../support/messages/append.ts";

const minute = 60_000;
const hour = 60 * minute;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const account = async (agent: "ingrid" | "mira" = "ingrid") =>
  (await world.as(agent).get("/channels")).json<ChannelRow[]>().find(({ name }) => name === "Harbour Travel");
const setZone = (time_zone: string) =>
  world.desk("harbour", ({ db }) =>
    db.updateTable("company").set({ time_zone }).where("name", "=", "Harbour Travel").execute(),
  );

/** Plants messages of one ticket: the client's, or the agent's with this status. */
async function plant(
  ...written: { ago?: number; status?: MessageRow["status"]; type?: MessageRow["type"] }[]
) {
  const ticket = await world.ticket({ handler: "mira", messages: [] });
  for (const [index, { ago = 0, status, type = "text" }] of written.entries()) {
    const { id } = await world.message(ticket, {
      type,
      ...(status && { agent: world.agents.mira, status }),
    });
    await world.desk("harbour", ({ db, now }) =>
      db
        .updateTable("message")
        .set({ created_on: new Date(now.getTime() - ago - index - 1) })
        .where("id", "=", id)
        .execute(),
    );
  }
  return ticket;
}

test("an account without messages counts zero", async () => {
  expect((await account())?.traffic).toEqual({
    today: { received: 0, sent: 0, failed: 0 },
    hours: Array(24).fill(0),
    waiting_tickets: 0,
    waiting_since: null,
  });
});

test("traffic covers the last 24 hours by hour, today in the company's time zone, and the tickets that wait", async () => {
  // 15:00 in UTC is 20:45 in Kathmandu, whose day began at 18:15 in UTC.
  await waitUntilHour(world, 15, "ingrid", "mira");
  await setZone("Asia/Kathmandu");
  await plant(
    {},
    { status: "sent" },
    { ago: 59 * minute, status: "read" },
    { ago: 61 * minute, status: "delivered" },
    { ago: 20 * hour, status: "failed" },
    { ago: 20 * hour + 44 * minute },
    { ago: 20 * hour + 46 * minute },
    { ago: 23 * hour + 59 * minute },
    { ago: 24 * hour + minute },
    { ago: 30 * hour },
    { status: "uncertain" },
    { type: "close" },
  );
  await plant({ ago: 2 * minute, status: "queued" }, { status: "queued" });
  await plant({ ago: minute, status: "queued" });
  const { traffic, waiting } = (await account()) ?? {};
  const hours = Array<number>(24).fill(0);
  hours[23] = 3;
  hours[22] = 1;
  hours[3] = 2;
  hours[0] = 1;
  expect(traffic).toEqual({
    today: { received: 2, sent: 3, failed: 1 },
    hours,
    waiting_tickets: 2,
    waiting_since: new Date(world.clock.now().getTime() - 2 * minute - 1).toISOString(),
  });
  expect(waiting).toBe(3);
});

test("another company's messages do not count, and an agent who manages no channels sees no traffic", async () => {
  const theirs = (await world.as("freya").get("/channels")).json<ChannelRow[]>();
  expect(theirs.map(({ traffic }) => traffic?.hours.some((count) => count > 0))).toEqual([false]);
  expect(await account("mira")).toMatchObject({ waiting: 3 });
  expect(await account("mira")).not.toHaveProperty("traffic");
});

test("traffic costs two statements for any number of accounts, which read indexes alone", async () => {
  for (const agent of ["ingrid", "mira"] as const) await account(agent);
  const count = async (agent: "ingrid" | "mira") =>
    (await countStatements(world, () => world.as(agent).get("/channels"))).statements.length;
  expect((await count("ingrid")) - (await count("mira"))).toBe(2);
  // A year of the account's messages, of which a day is asked for.
  const { pool } = world.context;
  await pool.query(`insert into message (company_id, ticket_id, seq, channel_id, created_on, type, is_agent, client_id, client_no)
    select company_id, ticket_id, 1000 + n, channel_id, now() - n * interval '2 hours', 'text', false, client_id, 0
    from (select * from message limit 1) one, generate_series(1, 4000) n`);
  await pool.query("analyze message");
  const { rows } = await pool.query<{ "QUERY PLAN": string }>(
    `explain select count(*) filter (where not is_agent), count(*) filter (where status = 'failed') from message
      where company_id = $1 and channel_id = any($2) and created_on > now() - interval '25 hours'
        and type = any($3)`,
    [world.companies.harbour.id, [world.channels.harbour.id], ["text", "image"]],
  );
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(
    "Index Only Scan using message_traffic on message",
  );
});
