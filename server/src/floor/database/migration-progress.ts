/** The progress of an upgrade, read from the database, so that every process that waits for it can report it. */
import type { Pool } from "pg";
import { type FollowUp, followUpsOf, knownMigrations } from "./migration-files.ts";
import { appliedMigrations, type Unfinished, unfinishedFollowUps } from "./migration-record.ts";

export type Progress = {
  /**
   * The percentage of the work at this process's start, by the bytes of the tables that are read; it never decreases.
   */
  percent(): Promise<number>;
  /** The current step of this process; empty while another process works. */
  now: { migration?: string; followUp?: string };
};

/** The weight of a migration without its follow-ups. */
const plain = 2 * 2 ** 20;

export async function createProgress(pool: Pool): Promise<Progress> {
  const tables = await readTables(pool);
  const known = await knownMigrations();
  const plan = await Promise.all(known.map(async (name) => ({ name, followUps: await followUpsOf(name) })));
  const weightOf = ({ work }: FollowUp) => (work.kind === "statement" ? plain : plain + sizeOf(work.table));
  const sizeOf = (table: string) => tables.get(table)?.bytes ?? 0;
  const shareLeft = ({ work }: FollowUp, { rows }: Unfinished, builds: Map<string, number>) => {
    if (work.kind === "index") return 1 - (builds.get(work.table) ?? 0);
    if (work.kind === "statement") return 1;
    return 1 - Math.min(1, rows / Math.max(1, tables.get(work.table)?.rows ?? 0));
  };
  const left = async () => {
    const applied = await appliedMigrations(pool);
    const unfinished = await unfinishedFollowUps(pool);
    const builds = await readBuilds(pool);
    let sum = 0;
    for (const { name, followUps } of plan) {
      const done = applied.includes(name);
      if (!done) sum += plain;
      for (const followUp of followUps) {
        const place = unfinished.find((one) => one.migration === name && one.number === followUp.number);
        if (place) sum += weightOf(followUp) * shareLeft(followUp, place, builds);
        else if (!done) sum += weightOf(followUp);
      }
    }
    return sum;
  };
  const whole = await left();
  let highest = 0;
  return {
    async percent() {
      const share = whole > 0 ? 1 - (await left()) / whole : 1;
      highest = Math.max(highest, Math.min(99, Math.floor(share * 100)));
      return highest;
    },
    now: {},
  };
}

async function readTables(pool: Pool): Promise<Map<string, { bytes: number; rows: number }>> {
  const { rows } = await pool.query<{ name: string; bytes: number; rows: number }>(
    `select relname as name, pg_table_size(oid) as bytes, reltuples as rows from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, ...size }) => [name, size]));
}

/** The finished part of an index build, by its table. The last tenth is its check against later writes. */
async function readBuilds(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ table: string; part: number }>(
    `select relid::regclass::text as table, case when phase like 'building index%' and blocks_total > 0
        then 0.9 * blocks_done / blocks_total when phase like 'index validation%' then 0.9 else 0 end::float8 as part
      from pg_stat_progress_create_index where datname = current_database()`,
  );
  return new Map(rows.map(({ table, part }) => [table, part]));
}
