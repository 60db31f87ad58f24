/** The migrations after 021 on a database with a row in every table: they run, and the rows stay. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabaseBefore, type OldDatabase } from "../../../../test/old-database.ts";
import { knownMigrations } from "./migration-files.ts";

const first = "022_mail.sql";
/** Every row has this id, so that every reference leads to a row. */
const id = "00000000-0000-4000-8000-000000000001";
const other = "00000000-0000-4000-8000-000000000002";

type Row = Record<string, unknown>;
let database: OldDatabase;
let before: Map<string, Row[]>;
let applied: string[];
beforeAll(async () => {
  database = await createDatabaseBefore(first);
  await plant();
  before = await readAll();
  applied = await database.migrate();
});
afterAll(() => database.drop());

test("every table has a row before the migrations, and each of them runs", async () => {
  expect(before.size).toBeGreaterThan(40);
  expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([]);
  expect(applied).toEqual((await knownMigrations()).filter((name) => name >= first));
});

test("every row stays as it was", async () => {
  const after = await readAll();
  for (const [table, rows] of before) {
    if (countedAnew.includes(table)) continue;
    const kept = after.get(table)?.map((row) => pick(row, Object.keys(rows[0] ?? {})));
    expect(kept, table).toEqual(rows.map((row) => leave(row, dropped[table])));
  }
});

test("the figures are counted again from the tickets", async () => {
  const counted = "span, tickets::int, closed::int, stars::int";
  const both = ["day", "month"].map((span) => ({ span, tickets: 1, closed: 1, stars: 1 }));
  expect(await database.query(`select ${counted} from ticket_total order by span`)).toEqual(both);
  expect(await database.query(`select handler_id, ${counted} from handler_total order by span`)).toEqual(
    both.map((row) => ({ handler_id: id, ...row })),
  );
  expect(await database.query("select 1 from ticket_total_change")).toEqual([]);
});

const countedAnew = ["ticket_total", "ticket_total_change"];
/** Columns that a migration drops. */
const dropped: Record<string, string[]> = { client_identity: ["avatar_key"] };

const pick = (row: Row, names: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
const leave = (row: Row, names: string[] = []) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

async function readAll(): Promise<Map<string, Row[]>> {
  const read = new Map<string, Row[]>();
  for (const table of await tables()) {
    const rows = await database.query<{ row: Row }>(
      `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)->>'id'`,
    );
    read.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  return read;
}

async function tables(): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'migration%' order by 1",
  );
  return rows.map(({ name }) => name);
}

/** The value of a column by its type; `null` where another column excludes it, or where the row would name itself. */
const byType: Record<string, unknown> = {
  uuid: id,
  text: "x",
  integer: 1,
  bigint: 1,
  smallint: 1,
  boolean: true,
  bytea: Buffer.from("x"),
  jsonb: "{}",
  date: "2026-10-01",
  "timestamp(3) with time zone": "2026-10-01T08:00:00Z",
  "text[]": "{}",
  "smallint[]": "{1}",
};
const byColumn: Record<string, unknown> = {
  platform: "telegram",
  role: "admin",
  country: "BG",
  lang: "en",
  zone: "UTC",
  "company.time_zone": "UTC",
  "company.figures_zone": "UTC",
  "company.counting_zone": null,
  "company.counted_to": null,
  "channel.broken_by": "check",
  "channel.check_outcome": "working",
  "client.merged_into": null,
  "early_receipt.status": "sent",
  "event.subject_type": "ticket",
  "file.state": "ready",
  "file.private_chat_id": null,
  "mail_code.purpose": "registration",
  "mail_grant.purpose": "registration",
  "message.purpose": "rating_question",
  "message.status": "sent",
  "message.type": "text",
  "notification.type": "text",
  "private_chat.other_id": other,
  "private_message.type": "text",
  "sign_in.outcome": "signed_in",
  "sign_in_challenge.step": "address",
};

type Column = { name: string; type: string };
type Shape = { table: string; columns: Column[]; refers: string[] | null };

/** Plants rows, each table after those that it refers to. */
async function plant(): Promise<void> {
  let waiting = await database.query<Shape>(`
    select c.relname as table,
      (select jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod)))
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attidentity = '') as columns,
      (select array_agg(distinct f.relname::text) from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as refers
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'migration%'
  `);
  while (waiting.length > 0) {
    const names = waiting.map(({ table }) => table);
    const ready = waiting.filter(({ refers }) => !refers?.some((name) => names.includes(name)));
    if (ready.length === 0) throw new Error(`These tables refer to each other: ${names}`);
    for (const shape of ready) await plantRow(shape);
    for (const shape of ready.filter(({ table }) => table === "agent"))
      await plantRow(shape, { id: other, username: "y", email: "y" });
    waiting = waiting.filter((shape) => !ready.includes(shape));
  }
}

async function plantRow({ table, columns }: Shape, own: Row = {}): Promise<void> {
  const values = columns.map(({ name, type }) => {
    const [value] = [own[name], byColumn[`${table}.${name}`], byColumn[name], byType[type]].filter(
      (one) => one !== undefined,
    );
    if (value === undefined) throw new Error(`No value for ${table}.${name}, ${type}`);
    return value;
  });
  const into = columns.map(({ name }) => name).join(", ");
  const places = columns.map((_, at) => `$${at + 1}`).join(", ");
  // A trigger may have counted already.
  await database.query(`insert into ${table} (${into}) values (${places}) on conflict do nothing`, values);
}
