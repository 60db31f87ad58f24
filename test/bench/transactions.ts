/** The transactions per second of the database itself, with a bare driver. */
import pg from "pg";

export type Transactions = { databaseUrl: string; tickets: string[]; connections: number; seconds: number };

/**
 * The least transaction of a client's message: the ticket locked and counted, the message inserted, in the product's
 * own tables with their indexes and row-level security. The rows are the bench's own and stay invisible.
 */
export async function measureTransactions({ databaseUrl, tickets, connections, seconds }: Transactions) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  pool.on("error", () => undefined);
  const startedAt = performance.now();
  let done = 0;
  const work = async () => {
    const client = await pool.connect();
    while (performance.now() - startedAt < seconds * 1000) {
      const number = ++done;
      const ticket = tickets[number % tickets.length];
      await client.query("begin; set local role parley_system");
      const { rows } = await client.query(count, [ticket]);
      const { company_id, last_seq, channel_id, client_id, client_messages, last_message_on } = rows[0];
      const place = [company_id, ticket, last_seq, channel_id, client_id, client_messages, last_message_on];
      await client.query(insert, [...place, `bare ${number}`, `bare:${process.pid}:${number}`]);
      await client.query("commit");
    }
    client.release();
  };
  await Promise.all(Array.from({ length: connections }, work));
  const perSecond = done / ((performance.now() - startedAt) / 1000);
  await pool.end();
  return { perSecond };
}

const count = `update ticket set last_seq = last_seq + 1, client_messages = client_messages + 1,
  last_message_on = greatest(now(), last_message_on + interval '1 ms') where id = $1
  returning company_id, last_seq, channel_id, client_id, client_messages, last_message_on`;
const insert = `insert into message (company_id, ticket_id, seq, channel_id, client_id, client_no, created_on, type, content,
  is_agent, external_id) values ($1, $2, $3, $4, $5, $6, $7, 'text', $8, false, $9)`;
