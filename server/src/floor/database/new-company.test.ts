import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.ticket({ department: "bookings" });
  await world.ticket({ department: "general" });
  await plantMessages("harbour", 3_000);
  await plantMessages("northwind", 1_000);
  await world.context.pool.query("analyze message");
});
afterAll(() => world.close());

const plantMessages = (company: "harbour" | "northwind", count: number) =>
  world.desk(company, ({ db, companyId }) =>
    sql`insert into message (company_id, ticket_id, seq, channel_id, created_on, type, is_agent, client_id, client_no, external_id)
      select company_id, ticket_id, 10 + n, channel_id, created_on + n * interval '1 second', 'text', false, client_id, 0, 'm' || n
      from (select * from message where company_id = ${companyId} limit 1) one, generate_series(1, ${count}::integer) n`.execute(
      db,
    ),
  );

test("a company that came after the last analysis gets the plans of the others", async () => {
  const { id: channel } = world.channels.harbour;
  const { rows } = await world.context.pool.query<{ "QUERY PLAN": string }>(
    `explain select id from message where company_id = '8d2b7c1e-4f6a-4b1d-9c3e-5a7f0e2d4b6c' and channel_id = '${channel}' and external_id = 'x'`,
  );
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("message_external");
});
