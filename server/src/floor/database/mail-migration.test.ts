/** Migration 022 on a database with conversations. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabaseBefore, type OldDatabase } from "../../../../test/old-database.ts";

let database: OldDatabase;
beforeAll(async () => {
  database = await createDatabaseBefore("022_mail.sql");
  for (const statement of planting) await database.query(statement);
  await database.migrate("022_mail.sql");
});
afterAll(() => database.drop());

const id = (n: number) => `'00000000-0000-4000-8000-00000000000${n}'`;

test("existing messages and files stay, and are no mails", async () => {
  expect(await database.query("select content, has_mail from message")).toEqual([
    { content: "from Ada", has_mail: null },
  ]);
  expect(await database.query("select name from file")).toEqual([{ name: "slip.pdf" }]);
});

test("the migration marks people who took part as known", async () => {
  expect(await database.query("select name, known from participant")).toEqual([
    { name: "Rosa", known: true },
  ]);
});

test("a file may wait for its mail, but is not of a ticket and a private chat at once", async () => {
  await database.query(`insert into file (company_id, name, state) values (${id(1)}, 'draft.pdf', 'ready')`);
  await database.query(
    `insert into private_chat (company_id, id, one_id, other_id, created_on) values (${id(1)}, ${id(3)}, ${id(1)}, ${id(2)}, now())`,
  );
  await expect(
    database.query(`insert into file (company_id, name, state, ticket_id, private_chat_id)
      values (${id(1)}, 'both.pdf', 'ready', ${id(1)}, ${id(3)})`),
  ).rejects.toMatchObject({ code: "23514" });
});

const planting = [
  `insert into company (company_id, name) values (${id(1)}, 'Pier')`,
  `insert into department (company_id, id, name) values (${id(1)}, ${id(1)}, 'General')`,
  `insert into agent (company_id, id, email, username, first_name, last_name, department_id, password_hash)
    values (${id(1)}, ${id(1)}, 'a@pier.example', 'a', 'A', 'A', ${id(1)}, '-'),
      (${id(1)}, ${id(2)}, 'b@pier.example', 'b', 'B', 'B', ${id(1)}, '-')`,
  `insert into channel (company_id, id, platform, external_id, name, credentials) values
    (${id(1)}, ${id(1)}, 'telegram', '1', 'Pier', '')`,
  `insert into client (company_id, id, name) values (${id(1)}, ${id(1)}, 'Ada')`,
  `insert into client_identity (company_id, channel_id, external_id, client_id) values (${id(1)}, ${id(1)}, '5', ${id(1)})`,
  `insert into ticket (company_id, id, client_id, channel_id, client_external_id, thread, platform, department_id,
      created_on, updated_on) values
    (${id(1)}, ${id(1)}, ${id(1)}, ${id(1)}, '5', '5', 'telegram', ${id(1)}, now(), now())`,
  `insert into file (company_id, id, ticket_id, name, state) values (${id(1)}, ${id(1)}, ${id(1)}, 'slip.pdf', 'ready')`,
  `insert into message (company_id, ticket_id, seq, channel_id, created_on, type, content, is_agent, client_id, client_no, file_id)
    values (${id(1)}, ${id(1)}, 1, ${id(1)}, now(), 'text', 'from Ada', false, ${id(1)}, 1, ${id(1)})`,
  `insert into participant (company_id, ticket_id, external_id, name, created_on)
    values (${id(1)}, ${id(1)}, '6', 'Rosa', now())`,
];
