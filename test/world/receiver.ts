/** A receiver of webhooks on this machine: it keeps what comes and answers what it is told to. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = { headers: IncomingHttpHeaders; body: string; at: number };
/** A status, or what it does instead of answering. */
export type Reply = number | "hang" | "cut";

export type Receiver = {
  url: string;
  received: Received[];
  /** The ids of what it took, in the order in which they came. */
  ids(): string[];
  /** The ids of the events that it took, also in batches. */
  events(): string[];
  answer(reply: Reply | ((request: Received) => Reply)): void;
  /** Forgets what has come. */
  forget(): void;
  close(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const taken: string[] = [];
  const events: string[] = [];
  let reply: (request: Received) => Reply = () => 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = { headers: request.headers, body: Buffer.concat(chunks).toString(), at: performance.now() };
    received.push(one);
    const told = reply(one);
    if (told === "hang") return;
    if (told === "cut") return void request.socket.destroy();
    if (told < 300) {
      taken.push(String(request.headers["webhook-id"]));
      events.push(...eventsIn(one.body));
    }
    response.writeHead(told, told >= 300 && told < 400 ? { location: "http://127.0.0.1:1/" } : {});
    response.end(`answer ${told}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    ids: () => [...taken],
    events: () => [...events],
    answer(next) {
      reply = typeof next === "function" ? next : () => next;
    },
    forget() {
      received.length = 0;
      taken.length = 0;
      events.length = 0;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A message for a chat has none. */
function eventsIn(body: string): string[] {
  const sent = JSON.parse(body) as { id?: string; events?: { id: string }[] };
  return sent.events?.map(({ id }) => id) ?? [sent.id].filter((id) => id !== undefined);
}
