/** The parts of an engine.io connection, the transport below a socket.io socket, that its published types lack. */
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

type Opened = { conn: unknown; handshake: { headers: object; auth: object; query: object } };

/**
 * Drops the request that opened a socket, and with it the credential: several KB for as long as the connection lasts
 * (socket.io/docs/v4/memory-usage). Call it once the socket is admitted and in its rooms.
 */
export function dropHandshake({ conn, handshake }: Opened): void {
  (conn as { request: IncomingMessage | null }).request = null;
  Object.assign(handshake, { headers: none, auth: none, query: none, time: "", url: "" });
}

const none = Object.freeze({});

/** Terminates a connection. A regular close would wait for an answer, and for unread data to be read. */
export function disconnect(connection: Connection): void {
  const { socket } = connection.transport;
  connection.close(true);
  socket?.terminate();
}

/** Ignores WebSocket pings: browsers send none, and the pongs would pile up for a client that does not read. */
export class QuietWebSocketServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, autoPong: false });
  }
}
