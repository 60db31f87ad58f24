import { randomBytes } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let client: pg.PoolClient;
beforeAll(async () => {
  world = await createWorld();
  client = await world.context.pool.connect();
});
afterAll(async () => {
  client.release();
  await world.close();
});

/** Counts rows that a statement reads from whole tables. */
async function readWhole(sql: string, parameters: unknown[]): Promise<number> {
  const read = async () => {
    const { rows } = await client.query(
      "select sum(seq_tup_read)::int as read from pg_stat_xact_user_tables",
    );
    return rows[0].read as number;
  };
  await client.query("begin");
  const before = await read();
  await client.query(sql, parameters);
  const after = await read();
  await client.query("commit");
  return after - before;
}

async function plantSessions(count: number): Promise<Buffer[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32));
  const { companyId } = world.agents.ingrid.actor;
  await client.query(
    `with made as (
      insert into agent (company_id, department_id, username, first_name, last_name, email, password_hash)
        select $1, (select id from department where company_id = $1 limit 1), 'many' || n, 'Agent', n::text, 'many' || n || '@harbour.example', ''
        from generate_series(1, $2::int) n returning id
    ), numbered as (select id, row_number() over () as n from made)
    insert into session (token_hash, company_id, agent_id, created_on, last_used_on, expires_on)
      select ($3::bytea[])[n], $1, id, now(), now(), now() + interval '1 day' from numbered`,
    [companyId, count, tokens],
  );
  return tokens;
}

test("sessions are found by their keys, also by a connection that planned it while there were few", async () => {
  const find = "select * from find_signed_in($1, now())";
  for (let call = 0; call < 10; call += 1) await client.query(find, [[randomBytes(32)]]);
  const tokens = (await plantSessions(500)).slice(0, 100);
  expect((await client.query(find, [tokens])).rows).toHaveLength(100);
  expect(await readWhole(find, [tokens])).toBe(0);
});

test("each function that looks rows up by keys has such a plan", async () => {
  const { rows } = await client.query(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace and proconfig @> array['enable_seqscan=off'] order by 1`,
  );
  expect(rows.map(({ proname }) => proname)).toEqual([
    "append_messages",
    "departments_of",
    "find_callers",
    "find_keys",
    "find_sessions",
    "find_signed_in",
    "hidden_tickets",
    "lock_for_reply",
    "lock_to_reply",
    "merged_numbers",
    "merged_on_thread",
    "merged_target",
    "message_places",
    "receive_messages",
    "receive_visitor_message",
    "shown_pins",
    "shown_private_chats",
    "shown_tickets",
    "shows_ticket",
    "visitor_conversations",
  ]);
});
