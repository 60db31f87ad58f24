/** A company with the same ids as another, which no real one has: what is to keep to one company must say so. */
import type pg from "pg";

const copied = [
  ...[
    "department",
    "goal_policy",
    "agent",
    "agent_sight",
    "two_step",
    "channel",
    "organisation",
    "client",
    "client_identity",
    "visitor",
    "visitor_session",
  ],
  ...["ticket", "message", "ticket_read", "event", "failed_message", "pin", "presence", "private_chat"],
  ...["private_read", "ticket_total", "handler_total", "ticket_total_change", "storage_total"],
  ...["tag", "ticket_tag", "opening_hours", "open_span", "figure_span", "figure_day", "goal_span"],
];

/** Names the columns that are unique over all companies. */
const unique = [
  "drop index channel_id, channel_account, agent_email",
  "alter table visitor_session drop constraint visitor_session_pkey",
];

/**
 * Copies the rows of a company to a new one, whose id it returns, and then runs statements of which `$1` is that id.
 * No trigger sees them.
 */
export async function plantTwin(
  client: pg.PoolClient,
  company: string,
  statements: string[],
): Promise<string> {
  const twin = crypto.randomUUID();
  for (const statement of unique) await client.query(statement);
  await triggers(client, "disable");
  await client.query("insert into company (company_id, name) values ($1, 'Twin')", [twin]);
  for (const table of copied) {
    const changes = { company_id: twin, ...(table === "event" && { place: null }) };
    await client.query(
      `insert into ${table} overriding user value select r.* from ${table} t
        cross join lateral jsonb_populate_record(null::${table}, to_jsonb(t) || $2::jsonb) r where t.company_id = $1`,
      [company, changes],
    );
  }
  for (const statement of statements) await client.query(statement, [twin]);
  await triggers(client, "enable");
  return twin;
}

async function triggers(client: pg.PoolClient, what: "enable" | "disable") {
  for (const table of ["company", ...copied]) await client.query(`alter table ${table} ${what} trigger user`);
}

/** All rows of a company, to be compared: without what PostgreSQL gave them. */
export async function rowsOf(client: pg.PoolClient, company: string): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of ["company", ...copied]) {
    const found = await client.query(
      `select to_jsonb(t) - array['failed_on', 'place'] - case when $2 then 'id' else '' end as row
        from ${table} t where company_id = $1 order by 1`,
      [company, ["event", "ticket_total_change"].includes(table)],
    );
    rows[table] = found.rows.map(({ row }) => row);
  }
  return rows;
}
