/** A list of what names a ticket is read from the schema, so that a new table is not forgotten. */

type Query = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;

/** Tables whose rows name a ticket, one of its messages, one of its notes or a file, and the columns that do. */
const naming = `
  select table_name as name, array_agg(column_name::text) as columns from (
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_name in ('ticket_id', 'message_id', 'note_id')
    union
    select c.conrelid::regclass::text, a.attname from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.attname <> 'company_id'
    where c.contype = 'f' and c.confrelid::regclass::text in ('ticket', 'message', 'note')) named
  group by table_name order by table_name`;

/** Counts by table the rows that name one of these ids. */
export async function countNaming(query: Query, ids: string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name, columns } of await query<{ name: string; columns: string[] }>(naming)) {
    const where = columns.map((column) => `${column} = any ($1)`).join(" or ");
    const [row] = await query<{ rows: number }>(`select count(*)::int as rows from ${name} where ${where}`, [
      ids,
    ]);
    counts[name] = row?.rows ?? 0;
  }
  return counts;
}
