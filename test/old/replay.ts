/** Sends the recorded statements of an older version to the database of now. */
import type pg from "pg";
import { createPool } from "../../server/src/floor/database/pool.ts";
import { quiet } from "../log.ts";
import { decoded, encoded, type Rows, type Statement } from "./recorded.ts";

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const isId = (value: unknown): value is string =>
  typeof value === "string" && value.length === 36 && value.replace(ids, "") === "";
/** The beginning of an id, by which people name a client. */
const isShortId = (value: unknown) => typeof value === "string" && /^[0-9A-F]{8}$/.test(value);

/** Plants rows as they were. */
export async function plantRows(client: pg.PoolClient, rows: Rows): Promise<void> {
  for (const [table, all] of Object.entries(rows.tables))
    await client.query(
      `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(all)],
    );
  for (const [name, value] of Object.entries(rows.sequences))
    await client.query("select setval($1::regclass, $2::bigint)", [name, value]);
}

/**
 * Ids that PostgreSQL gave differ from the recorded ones, which stand in later statements: each is replaced by the one of
 * now.
 */
export function openReplay(url: string) {
  const pool = createPool(url, { log: quiet });
  const connections = new Map<number, pg.PoolClient>();
  const present = new Map<string, string>();
  const renamed = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replace(ids, (id) => present.get(id) ?? id)) as T;

  /** Says where a value lacks something of the recorded one; null: nowhere. */
  function difference(recorded: unknown, found: unknown, path: string): string | null {
    const other = () => `${path}: ${JSON.stringify(found)} instead of ${JSON.stringify(recorded)}`;
    if (typeof recorded === "object" && recorded !== null) {
      if (typeof found !== "object" || found === null) return other();
      if (Array.isArray(recorded) && recorded.length !== (found as unknown[]).length) return other();
      const of = found as Record<string, unknown>;
      for (const [key, one] of Object.entries(recorded)) {
        const differs = difference(one, of[key], `${path}.${key}`);
        if (differs) return differs;
      }
      return null;
    }
    if (isId(recorded) && isId(found)) {
      if (!present.has(recorded)) present.set(recorded, found);
      return present.get(recorded) === found ? null : other();
    }
    const both = isShortId(recorded) && isShortId(found);
    return both || renamed(recorded ?? null) === (found ?? null) ? null : other();
  }

  return {
    pool,
    difference,
    /** Sends one statement by its connection, and says where its answer differs. */
    async send({ connection, text, values, rows }: Statement): Promise<string | null> {
      const client = connections.get(connection) ?? (await pool.connect());
      connections.set(connection, client);
      const answer = await client.query(renamed(text), renamed(values).map(decoded));
      return difference(rows, encoded(answer.rows), "rows");
    },
    async close() {
      for (const client of connections.values()) client.release();
      await pool.end();
    },
  };
}
