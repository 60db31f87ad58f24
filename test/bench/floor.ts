/** The floor: what any desk must at least do. One Node process: HTTP POST → one INSERT → a bare WebSocket push. */
import { createServer } from "node:http";
import pg from "pg";
import { WebSocketServer } from "ws";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(
  "create table if not exists floor (id bigint generated always as identity primary key, body text)",
);

const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  await pool.query("insert into floor (body) values ($1)", [body]);
  for (const viewer of viewers.clients) viewer.send(body);
  response.writeHead(200).end();
});
const viewers = new WebSocketServer({ server });
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
