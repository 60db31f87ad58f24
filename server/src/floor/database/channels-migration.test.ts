/** Migration 011 on a database with conversations. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabaseBefore, type OldDatabase } from "../../../../test/old-database.ts";

let database: OldDatabase;
beforeAll(async () => {
  database = await createDatabaseBefore("011_channels.sql");
  for (const statement of planting) await database.query(statement);
  await database.migrate("011_channels.sql");
});
afterAll(() => database.drop());

const rows = (query: string) => database.query(query);
const id = (n: number) => `'00000000-0000-4000-8000-00000000000${n}'`;

test("a messenger's conversation has the client's identity as its thread, open or closed", async () => {
  expect(await rows("select client_external_id, thread from ticket order by created_on")).toEqual([
    { client_external_id: "5", thread: "5" },
    { client_external_id: "5", thread: "5" },
  ]);
});

test("a client's messages name them as author, an agent's none", async () => {
  expect(await rows("select content, author from message order by content")).toEqual([
    { content: "from Ada", author: "5" },
    { content: "from Mira", author: null },
  ]);
});

test("the position in the provider's stream is carried over", async () => {
  expect(await rows("select external_id, place from channel order by external_id")).toEqual([
    { external_id: "1", place: { offset: 880123 } },
    { external_id: "2", place: null },
  ]);
});

test("a thread has one open ticket; another thread of the same client may have one too", async () => {
  const open = (ticket: number, thread: string) =>
    database.query(`insert into ticket (company_id, id, client_id, channel_id, client_external_id, thread, platform, department_id,
      created_on, updated_on) values (${id(1)}, ${id(ticket)}, ${id(1)}, ${id(1)}, '5', '${thread}', 'telegram', ${id(1)}, now(), now())`);
  await expect(open(8, "5")).rejects.toMatchObject({ constraint: "ticket_open" });
  await open(9, "another");
});

test("a platform that is added to the code later needs no change of the database", async () => {
  await database.query(`insert into channel (company_id, id, platform, external_id, name, credentials)
    values (${id(1)}, ${id(7)}, 'pigeon', '1', 'Loft', '')`);
});

const planting = [
  `insert into company (company_id, name) values (${id(1)}, 'Pier')`,
  `insert into department (company_id, id, name) values (${id(1)}, ${id(1)}, 'General')`,
  `insert into channel (company_id, id, platform, external_id, name, credentials, poll_cursor) values
    (${id(1)}, ${id(1)}, 'telegram', '1', 'Pier', '', 880123), (${id(1)}, ${id(2)}, 'telegram', '2', 'Jetty', '', 0)`,
  `insert into client (company_id, id, name) values (${id(1)}, ${id(1)}, 'Ada')`,
  `insert into client_identity (company_id, channel_id, external_id, client_id) values (${id(1)}, ${id(1)}, '5', ${id(1)})`,
  `insert into ticket (company_id, id, client_id, channel_id, client_external_id, platform, department_id, created_on,
      updated_on, closed_on) values
    (${id(1)}, ${id(1)}, ${id(1)}, ${id(1)}, '5', 'telegram', ${id(1)}, now() - interval '1 day', now(), now()),
    (${id(1)}, ${id(2)}, ${id(1)}, ${id(1)}, '5', 'telegram', ${id(1)}, now(), now(), null)`,
  `insert into message (company_id, ticket_id, seq, channel_id, created_on, type, content, is_agent, client_id, client_no) values
    (${id(1)}, ${id(2)}, 1, ${id(1)}, now(), 'text', 'from Ada', false, ${id(1)}, 1),
    (${id(1)}, ${id(2)}, 2, ${id(1)}, now() + interval '1 second', 'text', 'from Mira', true, ${id(1)}, 1)`,
];
