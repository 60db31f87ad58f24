import type { Socket } from "node:net";
import type { App } from "./app.ts";

/**
 * Ends, at a stop, the connections without a call under way. Node waits for unused ones, which a browser opens ahead of
 * need.
 */
export function closeConnections(app: App): void {
  const callsOf = new Map<Socket, number>();
  let closing = false;
  const count = (socket: Socket, change: number) => {
    if (socket.destroyed) return;
    const calls = (callsOf.get(socket) ?? 0) + change;
    callsOf.set(socket, calls);
    if (closing && calls === 0) socket.destroy();
  };

  app.server.on("connection", (socket) => {
    socket.once("close", () => callsOf.delete(socket));
    count(socket, 0);
  });
  app.server.on("request", ({ socket }, response) => {
    count(socket, 1);
    response.once("close", () => count(socket, -1));
  });
  // The new owner of the socket ends it.
  app.server.on("upgrade", (_request, socket) => callsOf.delete(socket as Socket));
  app.addHook("preClose", async () => {
    closing = true;
    for (const socket of callsOf.keys()) count(socket, 0);
  });
}
