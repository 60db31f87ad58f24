/** Migration 061 on a database with accounts, and the behaviour of a process of the previous version on it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabaseBefore, type OldDatabase } from "../../../../test/old-database.ts";

let database: OldDatabase;
const company = (n: number) => `'00000000-0000-4000-8000-00000000000${n}'`;
const connect = (of: number, platform: string, account: string) =>
  database.query(
    `insert into channel (company_id, id, platform, external_id, name, credentials)
     values (${company(of)}, gen_random_uuid(), '${platform}', '${account}', 'Account', '')`,
  );

beforeAll(async () => {
  database = await createDatabaseBefore("061_accounts_by_company.sql");
  for (const of of [1, 2])
    await database.query(`insert into company (company_id, name) values (${company(of)}, 'Company ${of}')`);
  await connect(1, "email", "help@harbour.example");
  await connect(1, "telegram", "123");
  await database.migrate("061_accounts_by_company.sql");
});
afterAll(() => database.drop());

test("a mailbox is connected to another company too, a bot is not, and one company has each once", async () => {
  await connect(2, "email", "help@harbour.example");
  await expect(connect(2, "telegram", "123")).rejects.toThrow(/channel_account/);
  await expect(connect(1, "email", "help@harbour.example")).rejects.toThrow(/channel_account/);
});

test("a job is added for the company of the unit of work and for no other", async () => {
  const add = (payload: string, task = "deliver") =>
    database.query(
      `select set_config('app.company_id', ${company(1)}, true);
       select enqueue_job('${task}', '${payload}'::json, null, null, 1)`,
    );
  await add(`{"companyId":"00000000-0000-4000-8000-000000000001"}`);
  await expect(add(`{"companyId":"00000000-0000-4000-8000-000000000002"}`)).rejects.toThrow(/is refused/);
  await expect(add(`[1]`)).rejects.toThrow(/is refused/);
  await expect(add(`{"text":"${"x".repeat(70_000)}"}`)).rejects.toThrow(/is refused/);
  await expect(add("{}", "drop table")).rejects.toThrow(/is refused/);
});
