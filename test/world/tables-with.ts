import type { World } from "../world.ts";

/** The tables, jobs included, with a row that holds the text. */
export async function tablesWith({ context: { pool } }: World, text: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const select = `select from ${name} t where t::text like $1 limit 1`;
    if ((await pool.query(select, [`%${text}%`])).rowCount) found.push(name);
  }
  return found.sort();
}
