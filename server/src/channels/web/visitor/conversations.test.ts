/** A visitor's conversations are found by their client's index, however many others have one on the same chat. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countStatements } from "../../../../../test/world/statements.ts";
import {
  connectWebChat,
  openVisitorBrowser,
  type VisitorBrowser,
  type WebChat,
} from "../../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../../test/world.ts";

let world: World;
let chat: WebChat;
let visitor: VisitorBrowser;
beforeAll(async () => {
  world = await createWorld();
  chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
  visitor = openVisitorBrowser(world, chat);
  await visitor.write("Hello");
  await plantVisitors(3_000);
});
afterAll(() => world.close());

/** Plants visitors, each with an open conversation. */
async function plantVisitors(count: number) {
  await world.context.pool.query(
    `with given as (
      select gen_random_uuid() as id, gen_random_uuid()::text as external, t as template
        from ticket t, generate_series(1, $2::integer) where t.channel_id = $1
    ), made as (
      insert into client (company_id, id, name, created_on)
        select (template).company_id, id, 'Visitor', now() from given
    ), known as (
      insert into client_identity (company_id, channel_id, external_id, client_id)
        select (template).company_id, $1, external, id from given
    )
    insert into ticket (company_id, client_id, channel_id, client_external_id, thread, platform, department_id, created_on, updated_on)
      select (template).company_id, id, $1, external, external || ':1', (template).platform, (template).department_id, now(), now()
      from given`,
    [chat.channelid, count],
  );
  await world.context.pool.query("analyze ticket, client_identity");
}

test("the list and a single conversation are read in a few pages", async () => {
  const { pool } = world.context;
  const { rows } = await pool.query(
    "select company_id, client_external_id as own from ticket where channel_id = $1 order by last_seq desc limit 1",
    [chat.channelid],
  );
  let read = Number.NaN;
  // The first call of a connection reads catalogs, too.
  for (let call = 0; call < 2; call += 1) {
    const plan = await pool.query(
      `explain (analyze, buffers, format json)
        select * from visitor_conversations($1, $2, $3, null, array['text'], 50)`,
      [rows[0].company_id, chat.channelid, rows[0].own],
    );
    const [{ Plan: found }] = plan.rows[0]["QUERY PLAN"];
    expect(found["Actual Rows"]).toBe(1);
    read = found["Shared Hit Blocks"] + found["Shared Read Blocks"];
  }
  expect(read).toBeLessThan(100);
});

test("the conversations that a message continues or opens are read in a few pages, too", async () => {
  const { statements } = await countStatements(world, () =>
    visitor.write("Again", { messageid: randomUUID() }),
  );
  const looking = statements.filter((statement) =>
    /^select .* from "ticket" .*"client_identity"/s.test(statement),
  );
  expect(looking.length).toBeGreaterThan(0);
  for (const statement of looking) {
    const { rows } = await world.context.pool.query(`explain (generic_plan, costs off) ${statement}`);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("Index Scan using ticket_client on ticket");
  }
});
