/** A recording of an older version has these lines: the rows before, each statement, and the rows after. */
import type pg from "pg";

export type Rows = { tables: Record<string, Record<string, unknown>[]>; sequences: Record<string, string> };
export type Statement = {
  step: string;
  connection: number;
  text: string;
  values: unknown[];
  rows: object[];
};
export type Line = { before: Rows } | Statement | { after: Rows };

/** Writes a value as JSON; bytes become an object. */
export function encoded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, one) => {
      const bytes = one?.type === "Buffer" && Array.isArray(one.data) ? Buffer.from(one.data) : one;
      return bytes instanceof Uint8Array ? { bytes: Buffer.from(bytes).toString("hex") } : one;
    }),
  );
}

export function decoded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decoded);
  if (typeof value !== "object" || value === null || !("bytes" in value)) return value;
  return Buffer.from(String(value.bytes), "hex");
}

/** All rows of the desk's tables, and how far their sequences are. */
export async function rowsOf(pool: pg.Pool): Promise<Rows> {
  const { rows: names } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not like 'migration%' order by 1`,
  );
  const tables: Rows["tables"] = {};
  for (const { name } of names) {
    const { rows } = await pool.query(`select to_jsonb(t) as row from ${name} t`);
    if (rows.length > 0) tables[name] = rows.map(({ row }) => row);
  }
  const { rows: counters } = await pool.query<{ name: string; value: string }>(
    "select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null",
  );
  return { tables, sequences: Object.fromEntries(counters.map(({ name, value }) => [name, value])) };
}
