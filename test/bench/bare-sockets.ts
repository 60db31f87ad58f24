/**
 * The floor of a live connection: socket.io and nothing else. Prints its address, and on request its memory after a
 * full collection.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";

const server = createServer();
const sockets = new Server(server, { transports: ["websocket"] });
server.listen(0, "127.0.0.1", () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});

process.on("message", async (wanted: "memory" | "end") => {
  if (wanted === "end") {
    await sockets.close();
    process.exit(0);
  }
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ memory: heapUsed + external });
});
