/** Migration 190 on tickets that were there before. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabaseBefore, type OldDatabase } from "../../../../test/old-database.ts";

const migration = "190_client_waits_since.sql";
let database: OldDatabase;
beforeAll(async () => {
  database = await createDatabaseBefore(migration);
  for (const statement of planting) await database.query(statement);
  await database.migrate(migration);
});
afterAll(() => database.drop());

const id = (n: number) => `'00000000-0000-4000-8000-00000000000${n}'`;
const wrote = "2026-01-02T08:00:00Z";

test("the client of an open ticket waits since their last message, where no agent has answered it", async () => {
  const rows = await database.query<{ thread: string; client_waits_since: Date | null }>(
    "select thread, client_waits_since from ticket order by thread",
  );
  expect(
    Object.fromEntries(rows.map(({ thread, client_waits_since: since }) => [thread, since?.toISOString()])),
  ).toEqual({
    "answered by an agent": undefined,
    "answered by the desk": new Date(wrote).toISOString(),
    "begun by an agent": undefined,
    closed: undefined,
    unanswered: new Date(wrote).toISOString(),
  });
});

const ticket = (n: number, thread: string, facts: string) => `insert into ticket (company_id, id, client_id,
    channel_id, client_external_id, thread, platform, department_id, created_on, updated_on, closed_on, client_wrote_on,
    last_message_is_agent, last_message_automatic)
  values (${id(1)}, ${id(n)}, ${id(1)}, ${id(1)}, '5', '${thread}', 'telegram', ${id(1)}, '2026-01-01', '2026-01-03', ${facts})`;

const planting = [
  `insert into company (company_id, name) values (${id(1)}, 'Pier')`,
  `insert into department (company_id, id, name) values (${id(1)}, ${id(1)}, 'General')`,
  `insert into channel (company_id, id, platform, external_id, name, credentials) values
    (${id(1)}, ${id(1)}, 'telegram', '1', 'Pier', '')`,
  `insert into client (company_id, id, name) values (${id(1)}, ${id(1)}, 'Ada')`,
  `insert into client_identity (company_id, channel_id, external_id, client_id) values (${id(1)}, ${id(1)}, '5', ${id(1)})`,
  ticket(1, "unanswered", `null, '${wrote}', false, false`),
  ticket(2, "answered by the desk", `null, '${wrote}', true, true`),
  ticket(3, "answered by an agent", `null, '${wrote}', true, false`),
  ticket(4, "closed", `'2026-01-03', '${wrote}', false, false`),
  ticket(5, "begun by an agent", "null, null, true, null"),
];
