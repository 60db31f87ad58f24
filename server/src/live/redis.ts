/** Events between processes, over a stream in Redis or Valkey. */
import { createAdapter } from "@socket.io/redis-streams-adapter";
import { Redis } from "ioredis";
import type { Logger } from "pino";
import type { LiveServer } from "./publish.ts";

/**
 * Without Redis each process serves its own sockets. When Redis is back, sockets reconnect and fetch missed events of
 * other processes.
 */
export function connectRedis(server: LiveServer, redisUrl: string, log: Logger): { leave(): void } {
  const open = (maxRetriesPerRequest: number | null) => {
    // Protocol 3 would begin with a command that Redis before 6 refuses.
    const client = new Redis(redisUrl, { protocol: 2, maxRetriesPerRequest });
    client.on("error", (error: Error) => log.warn({ reason: error.message }, "Redis is out of reach"));
    return client;
  };
  // Events that cannot be sent now are dropped, or they would pile up. Readers wait without limit.
  const writer = open(1);
  writer.duplicate = () => open(null);
  let lost = false;
  writer.on("close", () => {
    lost = true;
  });
  writer.on("ready", () => {
    if (lost) server.local.disconnectSockets(true);
    lost = false;
  });
  server.adapter(createAdapter(writer));
  return { leave: () => writer.disconnect() };
}
