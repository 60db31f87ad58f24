import type { FastifyReply, FastifyRequest } from "fastify";
import type { LiveEvent } from "./live.ts";
import type { Network } from "./network.ts";

const HEARTBEAT_MS = 15_000;

type Watched = { account?: string; person?: string };

/** Server-sent events of one chat, or of all when no chat is named. */
export function streamEvents(
  network: Network,
  request: FastifyRequest<{ Querystring: Watched }>,
  reply: FastifyReply,
): FastifyReply {
  const { raw } = reply.hijack();
  raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  raw.write("retry: 1000\n\n");
  const stop = network.live.listen((event) => {
    if (concerns(request.query, event)) raw.write(`data: ${JSON.stringify(event)}\n\n`);
  });
  const heartbeat = setInterval(() => raw.write(":\n\n"), HEARTBEAT_MS);
  request.raw.on("close", () => {
    clearInterval(heartbeat);
    stop();
  });
  return reply;
}

function concerns({ account, person }: Watched, event: LiveEvent): boolean {
  if (event.type === "world") return true;
  if (!("person" in event)) return false;
  if (account && Number(account) !== event.account) return false;
  return !person || Number(person) === event.person;
}
