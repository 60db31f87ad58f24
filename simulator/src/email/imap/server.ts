import { createServer, type Socket } from "node:net";
import { type Listening, listen } from "../listen.ts";
import type { PostOffice } from "../post-office.ts";
import { commands } from "./commands.ts";
import { Session } from "./session.ts";
import { Wire } from "./wire.ts";

/** Serves plain IMAP on loopback. */
export async function startImap(office: PostOffice, port: number): Promise<Listening> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    void new Session(new Wire(socket), office).run(commands);
  });
  return listen(server, port, sockets);
}
