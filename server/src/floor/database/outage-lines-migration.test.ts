/** Migration 065 on a database with lines about accounts that name none. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabaseBefore, type OldDatabase } from "../../../../test/old-database.ts";

let database: OldDatabase;
beforeAll(async () => {
  database = await createDatabaseBefore("065_lines_of_past_outages.sql");
  for (const statement of planting) await database.query(statement);
  await database.migrate("065_lines_of_past_outages.sql");
});
afterAll(() => database.drop());

test("the line of an ended outage ends and is seen; a line seen before keeps its time", async () => {
  expect(await line(1)).toEqual({ ended: true, seen: true, channel_id: null, channel_platform: null });
  expect(await line(2)).toMatchObject({ ended: true });
  const [kept] = await database.query<{ day: string }>(
    `select seen_on::date::text as day from notification where id = ${id(2)}`,
  );
  expect(kept?.day).toBe("2026-01-03");
});

test("the line of a present outage names its account and stays open", async () => {
  const open = { ended: false, seen: false, channel_platform: "telegram" };
  expect(await line(3)).toEqual({ ...open, channel_id: id(1).replaceAll("'", "") });
});

test("a line of another type stays as it was", async () => {
  expect(await line(4)).toMatchObject({ ended: false, seen: false });
});

test("the check of the types holds for every line", async () => {
  expect(
    await database.query("select convalidated from pg_constraint where conname = 'notification_type_check'"),
  ).toEqual([{ convalidated: true }]);
});

async function line(n: number) {
  const [row] =
    await database.query(`select ended_on is not null as ended, seen_on is not null as seen, channel_id,
    channel_platform from notification where id = ${id(n)}`);
  return row;
}

const id = (n: number) => `'00000000-0000-4000-8000-00000000000${n}'`;
const planting = [
  `insert into company (company_id, name) values (${id(1)}, 'Pier')`,
  `insert into department (company_id, id, name) values (${id(1)}, ${id(1)}, 'General')`,
  `insert into agent (company_id, id, email, username, first_name, last_name, role, department_id, password_hash) values
    (${id(1)}, ${id(1)}, 'ada@pier.example', 'ada', 'Ada', 'Pier', 'admin', ${id(1)}, '')`,
  `insert into channel (company_id, id, platform, external_id, name, credentials, outage_on) values
    (${id(1)}, ${id(1)}, 'telegram', '1', 'Pier', '', '2026-02-02')`,
  `insert into notification (company_id, id, agent_id, type, name, created_on, seen_on) values
    (${id(1)}, ${id(1)}, ${id(1)}, 'channel', 'Pier', '2026-01-01', null),
    (${id(1)}, ${id(2)}, ${id(1)}, 'channel', 'Pier', '2026-01-02', '2026-01-03'),
    (${id(1)}, ${id(3)}, ${id(1)}, 'channel', 'Pier', '2026-02-02', null),
    (${id(1)}, ${id(4)}, ${id(1)}, 'text', 'Pier', '2026-02-02', null)`,
];
