import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";

export type Listening = { port: number; close(): Promise<void> };

/** Listens only on loopback; port 0 chooses a free one. Closing also ends the sockets. */
export async function listen(server: Server, port: number, sockets: Iterable<Socket>): Promise<Listening> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
