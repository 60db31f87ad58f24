/**
 * Tests a rolling restart from an older version: the statements of a process of that version, recorded by `record.ts`, are sent to
 * the database after this version's migrations. Each answers as it did, and leaves the rows that it left.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dropConstraints } from "../../server/src/operate/backup/rebuild.ts";
import { createDatabaseBefore, type OldDatabase } from "../old-database.ts";
import { type Line, type Rows, rowsOf, type Statement } from "./recorded.ts";
import { openReplay, plantRows } from "./replay.ts";

type Day = {
  commit: string;
  /** The first migration that the commit does not have. */
  before: string;
  /** Number, type, content and status of each message at the end. */
  messages: [number, string, string, string | null][];
};

export function replayDay({ commit, before: migration, messages: told }: Day): void {
  const lines = readFileSync(join(import.meta.dirname, `${commit}-day.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  const { before } = lines[0] as { before: Rows };
  const { after } = lines.at(-1) as { after: Rows };
  const statements = lines.slice(1, -1) as Statement[];
  const steps = [...new Set(statements.map(({ step }) => step))];

  let database: OldDatabase;
  let replay: ReturnType<typeof openReplay>;
  beforeAll(async () => {
    database = await createDatabaseBefore(migration);
    const planting = openReplay(database.url);
    const client = await planting.pool.connect();
    const restore = await dropConstraints(client);
    await plantRows(client, before);
    await restore();
    client.release();
    await planting.close();
    await database.migrate();
    replay = openReplay(database.url);
  });
  afterAll(async () => {
    await replay?.close();
    await database.drop();
  });

  test.each(steps)("%s: each statement answers as before the upgrade", async (step) => {
    const differences: string[] = [];
    for (const statement of statements.filter((one) => one.step === step)) {
      const difference = await replay.send(statement);
      if (difference) differences.push(`${statement.text}\n${difference}`);
    }
    expect(differences).toEqual([]);
  });

  test("the rows are those that the older version leaves in its own database", async () => {
    const { tables } = await rowsOf(replay.pool);
    for (const [table, rows] of Object.entries(after.tables))
      expect(replay.difference(sorted(table, rows), sorted(table, tables[table]), table)).toBeNull();
    expect(tables.session, "The agent has signed out").toBeUndefined();
    const messages = sorted("message", tables.message);
    expect(messages.map(({ seq, type, content, status }) => [seq, type, content, status])).toEqual(told);
  });
}

const orders: Record<string, string[]> = {
  message: ["seq"],
  event: ["number"],
  event_cursor: ["subscriber"],
  rate_count: ["key"],
};

/** Sorts the rows of a table by the columns that tell them apart: PostgreSQL may return them in any order. */
function sorted(table: string, rows: Record<string, unknown>[] = []) {
  const columns = orders[table] ?? ["id", "company_id"];
  return rows.toSorted((a, b) => {
    for (const name of columns) {
      const [one, other] = [a[name], b[name]];
      if (one === other) continue;
      if (typeof one === "number" && typeof other === "number") return one - other;
      return String(one) < String(other) ? -1 : 1;
    }
    return 0;
  });
}
