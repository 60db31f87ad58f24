/**
 * The floor of all measurements: one Node process in which a POST is one INSERT and one bare push over a WebSocket.
 * Prints its address, and on request how many transactions of one INSERT its database does in a second.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { WebSocketServer } from "ws";
import { startEmbedded } from "../../server/src/floor/database/embedded.ts";
import { quiet } from "../log.ts";

const dataDir = mkdtempSync(join(tmpdir(), "parley-floor-"));
const database = await startEmbedded({ dataDir, log: quiet });
const pool = new pg.Pool({ connectionString: database.url, max: 20 });
// At the end the server goes while the last connections are being closed.
pool.on("error", () => undefined);
await pool.query(
  "create table message (id bigint generated always as identity primary key, ticket int, content text)",
);
const insert = "insert into message (ticket, content) values ($1, $2) returning id";

const server = createServer(async (request, response) => {
  const { ticket, content } = JSON.parse(await textOf(request)) as { ticket: number; content: string };
  const { rows } = await pool.query(insert, [ticket, content]);
  const frame = JSON.stringify({ id: rows[0].id, ticket, content });
  for (const socket of sockets.clients) socket.send(frame);
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
});
const sockets = new WebSocketServer({ server });
server.listen(0, "127.0.0.1", () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}` });
});

process.on("message", async (wanted: { transactions: { connections: number; seconds: number } } | "end") => {
  if (wanted !== "end") return process.send?.({ perSecond: await transactionRate(wanted.transactions) });
  await pool.end();
  await database.stop();
  rmSync(dataDir, { recursive: true });
  process.exit(0);
});

async function transactionRate({ connections, seconds }: { connections: number; seconds: number }) {
  const startedAt = performance.now();
  let done = 0;
  const work = async () => {
    while (performance.now() - startedAt < seconds * 1000) {
      await pool.query(insert, [done % 50, `transaction ${done}`]);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return done / ((performance.now() - startedAt) / 1000);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) text += piece;
  return text;
}
