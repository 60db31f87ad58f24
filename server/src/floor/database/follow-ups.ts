/**
 * Runs the work that a migration leaves for outside its transaction: backfills in batches, indexes built concurrently,
 * and statements that need no lock for long. Each is recorded with its position, so that the next process resumes after
 * a kill.
 */
import type { ClientBase } from "pg";
import { type FollowUp, followUpsOf } from "./migration-files.ts";
import { lockTimeout, retrying } from "./retrying.ts";

/** The number of rows of a batch, which other processes wait for at most: some 0.2 s. */
const batch = 5_000;

/** Runs the unfinished follow-ups of a migration, in order, each from its recorded position. */
export async function runFollowUps(
  client: ClientBase,
  migration: string,
  told: { begins(followUp: FollowUp): void; finished(followUp: FollowUp): void },
): Promise<void> {
  const { rows } = await client.query<{ number: number }>(
    "select number from migration_follow_up where migration = $1 and finished_on is null",
    [migration],
  );
  if (rows.length === 0) return;
  for (const followUp of await followUpsOf(migration)) {
    if (!rows.some(({ number }) => number === followUp.number)) continue;
    told.begins(followUp);
    try {
      await run(client, followUp);
    } catch (error) {
      throw new Error(`Follow-up ${followUp.number} of ${migration} failed`, { cause: error });
    }
    told.finished(followUp);
  }
}

async function run(client: ClientBase, followUp: FollowUp): Promise<void> {
  const { work, sql } = followUp;
  if (work.kind === "backfill") return backfill(client, followUp, work);
  await retrying(async () => {
    if (work.kind === "index") await buildIndex(client, work.index, sql);
    else await withSetting(client, "lock_timeout", lockTimeout, sql);
  });
  await client.query(
    "update migration_follow_up set finished_on = now() where migration = $1 and number = $2",
    keyOf(followUp),
  );
}

const keyOf = ({ migration, number }: FollowUp) => [migration, number];

/** A build that was broken off leaves an invalid index, which still costs writes. */
async function buildIndex(client: ClientBase, index: string, sql: string): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
    [`public.${index}`],
  );
  if (rows[0]?.valid) return;
  if (rows[0]) await client.query(`drop index concurrently public.${index}`);
  // A search index is built twice as fast with it.
  await withSetting(client, "maintenance_work_mem", "256MB", sql);
}

/** The setting is not in one transaction with the statement, which `concurrently` forbids. */
async function withSetting(client: ClientBase, name: string, value: string, sql: string): Promise<void> {
  await client.query(`set ${name} = '${value}'`);
  try {
    await client.query(sql);
  } finally {
    await client.query(`reset ${name}`);
  }
}

type Walk = { table: string; alias: string };

async function backfill(client: ClientBase, followUp: FollowUp, { table, alias }: Walk): Promise<void> {
  const key = await primaryKey(client, table);
  const columns = (of: string) => `(${key.map((name) => `${of}.${name}`).join(", ")})`;
  const values = (position: string[]) =>
    `(${position.map((value) => client.escapeLiteral(value)).join(", ")})`;
  const { rows } = await client.query<{ position: string[] | null }>(
    "select position from migration_follow_up where migration = $1 and number = $2",
    keyOf(followUp),
  );
  let after = rows[0]?.position ?? null;
  const step = async (): Promise<string[] | null> => {
    const behind = (of: string) => (after ? `${columns(of)} > ${values(after)}` : "true");
    const found = await client.query<{ key: string[] }>(
      `select array[${key.map((name) => `t.${name}::text`)}] as key from ${table} t where ${behind("t")}
        order by ${key.map((name) => `t.${name}`).join(", ")} offset ${batch - 1} limit 1`,
    );
    const last = found.rows[0]?.key ?? null;
    const upTo = last ? `${columns(alias)} <= ${values(last)}` : "true";
    await client.query(followUp.sql.replace(`in_batch(${alias})`, `${behind(alias)} and ${upTo}`));
    return last;
  };
  do {
    after = await retrying(() =>
      inTransaction(client, async () => {
        const last = await step();
        await client.query("reset role");
        await client.query(
          `update migration_follow_up set position = $3, rows = rows + $4,
            finished_on = case when $3::jsonb is null then now() end where migration = $1 and number = $2`,
          [...keyOf(followUp), last && JSON.stringify(last), last ? batch : 0],
        );
        return last;
      }),
    );
  } while (after);
}

/**
 * Each row is looked up by keys: a plan for the whole table would read it again in every batch. A commit that a power
 * cut undoes is done again, since the position goes with it, so no commit waits for the disk.
 */
async function inTransaction<Answer>(client: ClientBase, work: () => Promise<Answer>): Promise<Answer> {
  await client.query(
    `begin; set local role parley_system; set local lock_timeout = '${lockTimeout}'; set local synchronous_commit = off;
    set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off`,
  );
  try {
    const answer = await work();
    await client.query("commit");
    return answer;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

async function primaryKey(client: ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_index join unnest(indkey) with ordinality k (number, place) on true
      join pg_attribute on attrelid = indrelid and attnum = k.number
      where indrelid = to_regclass($1) and indisprimary order by place`,
    [`public.${table}`],
  );
  return rows.map(({ name }) => name);
}

/**
 * Runs them within the caller's transaction. A restore calls it: nobody else is connected, and it is all or nothing.
 */
export async function finishFollowUps(client: ClientBase, migration: string): Promise<void> {
  for (const { sql, work } of await followUpsOf(migration)) {
    if (work.kind === "index") await client.query(`drop index if exists public.${work.index}`);
    const whole = sql.replace(" concurrently", "").replace(/\bin_batch\(\w+\)/, "true");
    if (work.kind === "backfill") await client.query(`set local role parley_system; ${whole}; reset role`);
    else await client.query(whole);
  }
  await client.query("update migration_follow_up set finished_on = now() where migration = $1", [migration]);
}
