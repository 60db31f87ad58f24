import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findHeavyStatements } from "./migration-rules.ts";

const refused = [
  "update message set author = '1'",
  "update message m set author = t.thread from ticket t where t.id = m.ticket_id and in_batch(m)",
  "delete from ticket_read",
  "with gone as (delete from message returning *) select count(*) from gone",
  "with a as (select 1) update public.message set author = '1' from a",
  "insert into event (company_id) select company_id from message",
  "create index message_author on message (author)",
  "create unique index concurrently_named on ticket (thread)",
  "alter table message alter column seq type bigint",
  "alter table message add column token uuid default gen_random_uuid()",
  "alter table message add column number bigserial",
  "alter table message add column number bigint generated always as identity",
  "alter table message add column length integer generated always as (length(content)) stored",
  "alter table ticket add column mood text check (mood in ('good', 'bad'))",
  "alter table ticket add column a integer, add column b uuid default gen_random_uuid()",
  "alter table ticket add column code text unique",
  "alter table ticket add constraint mood check (rating > 0)",
  "alter table message add foreign key (company_id, ticket_id) references ticket",
  "alter table message add constraint message_key unique (company_id, id)",
  "alter table message alter column author set not null",
  "alter table message validate constraint message_type_check",
  "alter table message set unlogged",
  "cluster message",
  "vacuum full message",
  "reindex table message",
  "do $$ begin set local role parley_system; update message set author = '1'; end $$",
  "do $$ begin execute format('update %I set author = 1', 'message'); end $$",
  "do $$ declare c record; begin for c in select 1 loop if true then delete from message; end if; end loop; end $$",
  "update a_table_to_come set x = 1",
];

test.each(refused)("a migration that contains %s is refused", async (sql) => {
  expect(await findHeavyStatements(sql)).toHaveLength(1);
});

const allowed = [
  "alter table message add column mood text",
  "alter table message add column mood text not null default 'good'",
  "alter table message add column at timestamptz not null default now()",
  "alter table message add column by_id uuid references agent",
  "alter table ticket add constraint mood check (rating > 0) not valid",
  "alter table message add constraint message_key unique using index message_key",
  "alter table message drop column mood",
  "update company set name = 'Pier'",
  "create index channel_name on channel (name)",
  "create table new_one (a int); create index new_index on new_one (a); insert into new_one values (1)",
  "drop index message_search",
  "insert into channel (company_id) select company_id from company",
  "create function f() returns void language sql as $$ update message set author = '1' $$",
  "do $$ begin execute format('alter table %I enable row level security', 'x'); update channel set name = 'x'; end $$",
  "-- Few rows: those whose send is under way.\nupdate message set status = 'failed' where status = 'queued'",
];

test.each(allowed)("a migration that contains %s is allowed", async (sql) => {
  expect(await findHeavyStatements(sql)).toEqual([]);
});

test("a comment with a reason allows its own statement alone", async () => {
  const sql =
    "-- Few rows: one.\nupdate message set seq = 1 where seq = 2;\n-- All.\nupdate message set seq = 1;";
  expect(await findHeavyStatements(sql)).toEqual([
    "update message: rows are changed in batches, in a follow-up with in_batch()",
  ]);
});

test("a follow-up changes rows in batches, builds indexes concurrently and sets not null behind a validated check", async () => {
  const followUp = (sql: string) => findHeavyStatements(sql, { followUp: true });
  expect(
    await followUp(`update message m set author = '1' where in_batch(m) and m.author is null;
      create index concurrently message_author on message (author);
      alter table message validate constraint author_there;
      alter table message alter column author set not null;`),
  ).toEqual([]);
  for (const sql of [
    "update message set author = '1' where author is null",
    "create index message_author on message (author)",
    "alter table message alter column author set not null",
    "alter table message alter column seq type bigint",
  ]) {
    expect(await followUp(sql), sql).toHaveLength(1);
  }
});

test("the migration that blocked a desk for a quarter of an hour would be refused", async () => {
  const sql = await readFile(join(import.meta.dirname, "../test/old/011_channels.sql"), "utf8");
  expect(await findHeavyStatements(sql)).toEqual([
    "update ticket: rows are changed in batches, in a follow-up with in_batch()",
    "update message: rows are changed in batches, in a follow-up with in_batch()",
    expect.stringContaining("alter table ticket, thread: not null is set in a follow-up"),
    "create index ticket_open on ticket: it is built concurrently, in a follow-up",
    "create index ticket_last_of_thread on ticket: it is built concurrently, in a follow-up",
  ]);
});
