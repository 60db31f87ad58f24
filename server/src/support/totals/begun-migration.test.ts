/** Migration 033, and 053 that counts again, on a database with figures. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabaseBefore, type OldDatabase } from "../../../../test/old-database.ts";

const migration = "033_traffic_pictures_begun.sql";
const id = (n: number) => `'00000000-0000-4000-8000-00000000000${n}'`;
const minutes = (from: string) => `now() - interval '${from} minutes'`;

let database: OldDatabase;
beforeAll(async () => {
  database = await createDatabaseBefore(migration);
  for (const statement of planting) await database.query(statement);
  await database.migrate();
});
afterAll(() => database.drop());

test("a ticket whose first message is an agent's was begun by that agent", async () => {
  expect(await database.query("select thread, begun_by from ticket order by thread")).toEqual([
    { thread: "answered", begun_by: null },
    { thread: "begun", begun_by: id(1).slice(1, -1) },
    { thread: "waiting", begun_by: null },
  ]);
});

test("the figures are counted again, without the waiting time of conversations that agents began", async () => {
  expect(
    await database.query(`select tickets::int, closed::int, accepted::int, begun::int, (waited / 60000)::int as waited,
      closed_accepted::int, closed_begun::int, (closed_waited / 60000)::int as closed_waited from ticket_total where span = 'day'`),
  ).toEqual([
    {
      ...{ tickets: 3, closed: 2, accepted: 2, begun: 1, waited: 5 },
      ...{ closed_accepted: 2, closed_begun: 1, closed_waited: 5 },
    },
  ]);
  expect(await database.query("select 1 from ticket_total_change")).toEqual([]);
});

const ticket = (n: number, thread: string, accepted: string | null, closed: string | null) =>
  `(${id(1)}, ${id(n)}, ${id(1)}, ${id(1)}, '${thread}', '${thread}', 'telegram', ${id(1)}, ${minutes("60")}, now(),
    ${accepted ? `${id(1)}, ${minutes(accepted)}` : "null, null"}, ${closed ? minutes(closed) : "null"})`;
const message = (ticketId: number, seq: number, byAgent: boolean) =>
  `(${id(1)}, ${id(ticketId)}, ${seq}, ${id(1)}, now() + interval '${seq} minutes', 'text', 'Hello', ${byAgent}, ${byAgent ? id(1) : "null"}, ${id(1)}, 0)`;

const planting = [
  `insert into company (company_id, name, time_zone, figures_zone) values (${id(1)}, 'Pier', 'UTC', 'UTC')`,
  `insert into department (company_id, id, name) values (${id(1)}, ${id(1)}, 'General')`,
  `insert into agent (company_id, id, username, first_name, last_name, email, role, department_id, password_hash, lang)
    values (${id(1)}, ${id(1)}, 'mira', 'Mira', 'Petrova', 'mira@pier.example', 'moderator', ${id(1)}, '', 'en')`,
  `insert into channel (company_id, id, platform, external_id, name, credentials)
    values (${id(1)}, ${id(1)}, 'telegram', '1', 'Pier', '')`,
  `insert into client (company_id, id, name) values (${id(1)}, ${id(1)}, 'Ada')`,
  `insert into client_identity (company_id, channel_id, external_id, client_id) values
    (${id(1)}, ${id(1)}, 'answered', ${id(1)}), (${id(1)}, ${id(1)}, 'begun', ${id(1)}), (${id(1)}, ${id(1)}, 'waiting', ${id(1)})`,
  `insert into ticket (company_id, id, client_id, channel_id, client_external_id, thread, platform, department_id, created_on,
    updated_on, accepted_by, accepted_on, closed_on) values
    ${[ticket(1, "answered", "55", "10"), ticket(2, "begun", "20", "10"), ticket(3, "waiting", null, null)].join(", ")}`,
  `insert into message (company_id, ticket_id, seq, channel_id, created_on, type, content, is_agent, agent_id, client_id, client_no)
    values ${[message(1, 1, false), message(1, 2, true), message(2, 1, true), message(3, 1, false)].join(", ")}`,
];
