/** Events between processes, over a stream in Redis or Valkey. */
import { randomUUID } from "node:crypto";
import { createAdapter } from "@socket.io/redis-streams-adapter";
import { Redis } from "ioredis";
import type { Logger } from "pino";
import { watchGaps } from "./gaps.ts";
import type { LiveServer } from "./publish.ts";

export type OtherProcesses = {
  leave(): void;
  /** To the listeners of the others, who may miss it when Redis is out of reach. */
  tell(text: string): void;
  /** `text` is null after any doubt whether one was missed. */
  listen(handle: (text: string | null) => void): void;
};

const channel = "parley:signals";

/** Milliseconds. */
const writeWithin = 5_000;

/**
 * Without Redis each process serves its own sockets. After any doubt whether an event of another process is missing, its
 * sockets reconnect and fetch.
 */
export function connectRedis(server: LiveServer, redisUrl: string, log: Logger): OtherProcesses {
  const open = (maxRetriesPerRequest: number | null, commandTimeout?: number) => {
    // Protocol 3 would begin with a command that Redis before 6 refuses.
    const client = new Redis(redisUrl, {
      protocol: 2,
      maxRetriesPerRequest,
      ...(commandTimeout !== undefined && { commandTimeout }),
    });
    client.on("error", (error: Error) => log.warn({ reason: error.message }, "Redis is out of reach"));
    return client;
  };
  // Events that cannot be sent now are dropped, or they would pile up: the others notice the gap. Readers wait without limit.
  const writer = open(1, writeWithin);
  writer.duplicate = () => open(null);
  let handle: (text: string | null) => void = () => undefined;
  const onDoubt = () => {
    server.local.disconnectSockets(true);
    handle(null);
  };
  server.adapter(watchGaps(createAdapter(writer), { onDoubt, log }));
  const reader = open(null);
  const own = randomUUID();
  const failed = (error: Error) =>
    log.warn({ reason: error.message }, "A signal to other processes was lost");
  let lost = false;
  reader.on("close", () => {
    lost = true;
  });
  reader.on("ready", () => {
    if (lost) handle(null);
    lost = false;
  });
  reader.on("message", (_channel, text: string) => {
    if (!text.startsWith(own)) handle(text.slice(own.length));
  });
  reader.subscribe(channel).catch(failed);
  return {
    leave() {
      writer.disconnect();
      reader.disconnect();
    },
    tell: (text) => void writer.publish(channel, own + text).catch(failed),
    listen(next) {
      handle = next;
    },
  };
}
