/** Sends events between processes, over a stream in Redis or Valkey. */
import { createAdapter } from "@socket.io/redis-streams-adapter";
import { Redis } from "ioredis";
import type { Logger } from "pino";
import { watchGaps } from "./gaps.ts";
import type { LiveServer } from "./publish.ts";

export type OtherProcesses = {
  leave(): void;
  /** Sends to the listeners of the other processes. */
  sendToOthers(text: string): void;
  /** `text` is null after any doubt whether one was missed. */
  listen(handle: (text: string | null) => void): void;
};

/** Milliseconds in which a write must succeed. */
const writeWithin = 5_000;

/**
 * Without Redis each process serves its own sockets. After any doubt whether an event of another process is missing,
 * its sockets reconnect and fetch.
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
  // Events that cannot be sent now are dropped, or they would accumulate: the others notice the gap. Readers wait
  // without limit.
  const writer = open(1, writeWithin);
  writer.duplicate = () => open(null);
  let handle: (text: string | null) => void = () => undefined;
  const onDoubt = () => {
    server.local.disconnectSockets(true);
    handle(null);
  };
  const onSignal = (text: string) => handle(text);
  const { adapter, sendToOthers } = watchGaps(createAdapter(writer), { onDoubt, onSignal, log });
  server.adapter(adapter);
  return {
    leave: () => writer.disconnect(),
    sendToOthers,
    listen(next) {
      handle = next;
    },
  };
}
