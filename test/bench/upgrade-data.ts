/** A large desk of an earlier version. */
import { createHash } from "node:crypto";
import { migrate } from "../../server/src/floor/database/migrate.ts";
import { createPool } from "../../server/src/floor/database/pool.ts";
import { createSecrets } from "../../server/src/floor/secrets/secrets.ts";
import { dropConstraints } from "../../server/src/operate/backup/rebuild.ts";
import { quiet } from "../log.ts";
import { appSecret } from "../outside/desk.ts";
import { copyTables, tablesOf, ticketsByCompany } from "./scale-data.ts";

export type Written = {
  messages: number;
  tickets: number;
  size: string;
  seconds: string;
  /** The largest company's account at Telegram, with clients who have an open ticket. */
  channelId: string;
  secret: string;
  clients: number[];
};

/** Columns and tables of the generated rows that such a desk did not have. */
const laterColumns: Record<string, string[]> = {
  "006_ticket_totals.sql": ["ticket.thread", "message.has_mail"],
};
const laterTables: Record<string, string[]> = { "006_ticket_totals.sql": ["message_mail"] };
const secret = "the secret of a webhook";

/** Plants `messages` in all, and the actions that their tickets left. */
export async function plantOldDesk(url: string, messages: number, migration: string): Promise<Written> {
  const startedAt = performance.now();
  const pool = createPool(url, { log: quiet });
  await migrate(pool, migration);
  const client = await pool.connect();
  try {
    const sizes = ticketsByCompany(messages);
    await client.query("set maintenance_work_mem = '512MB'");
    const restore = await dropConstraints(client);
    const tables = tablesOf(sizes).filter(({ table }) => !laterTables[migration]?.includes(table));
    await copyTables(client, tables, laterColumns[migration]);
    await restore();
    await client.query("set role parley_system");
    await client.query(actions);
    const { rows: counting } = await client.query("select from pg_proc where proname = 'count_tickets'");
    const count =
      "select count_tickets(company_id, figures_zone, null, null) from company; select add_up_ticket_totals()";
    await client.query(counting.length > 0 ? count : "select recount_tickets(company_id) from company");
    const { rows: channels } = await client.query<{ id: string; clients: number[] }>(
      `select channel_id as id, (array_agg(client_external_id::integer))[:50] as clients from ticket where closed_on is null
        group by 1 order by count(*) desc limit 1`,
    );
    const { id: channelId = "", clients = [] } = channels[0] ?? {};
    await client.query("update channel set webhook_secret_hash = $2, credentials = $3 where id = $1", [
      channelId,
      createHash("sha256").update(secret).digest(),
      createSecrets(appSecret).seal("the token of a bot"),
    ]);
    await client.query("reset role");
    await client.query("vacuum (analyze)");
    const { rows } = await client.query<{ messages: number; tickets: number; size: string }>(
      `select (select reltuples from pg_class where oid = 'message'::regclass) as messages,
        (select reltuples from pg_class where oid = 'ticket'::regclass) as tickets,
        pg_size_pretty(pg_database_size(current_database())) as size`,
    );
    const { size = "", messages: written = 0, tickets = 0 } = rows[0] ?? {};
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    return { messages: written, tickets, size, seconds, channelId, secret, clients };
  } finally {
    client.release(true);
    await pool.end();
  }
}

const actions = `insert into action (company_id, type, time, agent_id, client_id, ticket_id)
  select company_id, 'ticket_create', created_on, null, client_id, id from ticket
  union all select company_id, 'ticket_accept', accepted_on, handler_id, client_id, id from ticket where accepted_on is not null
  union all select company_id, 'ticket_close', closed_on, handler_id, client_id, id from ticket where closed_on is not null
  order by 3`;
