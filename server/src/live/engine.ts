/** What we use of an engine.io connection, the transport below a socket.io socket, beyond its published types. */
import type { IncomingMessage } from "node:http";
import { type ServerOptions, WebSocketServer } from "ws";

export type Packet = { type: string; data?: unknown };
type Written = { data?: string };

export type Connection = {
  id: string;
  request: IncomingMessage;
  readyState: string;
  writeBuffer: Written[];
  transport: { socket?: { bufferedAmount: number; terminate(): void } };
  close(discard: boolean): void;
  on(event: "packet", listener: (packet: Packet) => void): void;
  on(event: "upgrading" | "packetCreate" | "drain", listener: () => void): void;
  once(event: "close", listener: () => void): void;
};

/** Ends a connection at once. A polite close waits for an answer, and behind what is not being read. */
export function disconnect(connection: Connection): void {
  const { socket } = connection.transport;
  connection.close(true);
  socket?.terminate();
}

/** Answers no ping of the WebSocket protocol: browsers send none, and the answers pile up for a client that does not read. */
export class QuietWebSocketServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, autoPong: false });
  }
}
