/** Migration 013 on a database whose reasons are English texts. */
import { reason } from "@parley/contract/reasons";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabaseBefore, type OldDatabase } from "../../../../test/old-database.ts";
import { englishOf } from "../reasons/english.ts";

let database: OldDatabase;
beforeAll(async () => {
  database = await createDatabaseBefore("011_channels.sql");
  for (const statement of planting) await database.query(statement);
  await database.migrate("013_reasons.sql");
});
afterAll(() => database.drop());

test.each([
  ["message", "status_reason", "seq"],
  ["file", "reason", "name"],
  ["channel", "broken_reason", "external_id"],
  ["client_identity", "unreachable_reason", "external_id"],
])("the text of %s.%s stays readable, and no text stays none", async (table, column, order) => {
  const rows = await database.query<{ kept: unknown }>(
    `select ${column} as kept from ${table} order by ${order}`,
  );
  expect(rows).toHaveLength(2);
  expect(englishOf(reason.parse(rows[0]?.kept))).toBe(`It's why: {{says}} "${table}"`);
  expect(rows[1]?.kept).toBeNull();
});

const id = (n: number) => `'00000000-0000-4000-8000-00000000000${n}'`;
const why = (table: string) => `'It''s why: {{says}} "${table}"'`;
const planting = [
  `insert into company (company_id, name) values (${id(1)}, 'Pier')`,
  `insert into department (company_id, id, name) values (${id(1)}, ${id(1)}, 'General')`,
  `insert into channel (company_id, id, platform, external_id, name, credentials, broken_reason) values
    (${id(1)}, ${id(1)}, 'telegram', '1', 'Pier', '', ${why("channel")}),
    (${id(1)}, ${id(2)}, 'telegram', '2', 'Jetty', '', null)`,
  `insert into client (company_id, id, name) values (${id(1)}, ${id(1)}, 'Ada')`,
  `insert into client_identity (company_id, channel_id, external_id, client_id, unreachable_reason) values
    (${id(1)}, ${id(1)}, '5', ${id(1)}, ${why("client_identity")}), (${id(1)}, ${id(1)}, '6', ${id(1)}, null)`,
  `insert into ticket (company_id, id, client_id, channel_id, client_external_id, platform, department_id, created_on,
      updated_on) values (${id(1)}, ${id(1)}, ${id(1)}, ${id(1)}, '5', 'telegram', ${id(1)}, now(), now())`,
  `insert into file (company_id, ticket_id, name, state, reason) values
    (${id(1)}, ${id(1)}, 'a', 'failed', ${why("file")}), (${id(1)}, ${id(1)}, 'b', 'ready', null)`,
  `insert into message (company_id, ticket_id, seq, channel_id, created_on, type, content, is_agent, client_id, client_no,
      status, status_reason) values
    (${id(1)}, ${id(1)}, 1, ${id(1)}, now(), 'text', 'lost', true, ${id(1)}, 0, 'failed', ${why("message")}),
    (${id(1)}, ${id(1)}, 2, ${id(1)}, now() + interval '1 second', 'text', 'fine', true, ${id(1)}, 0, 'sent', null)`,
];
