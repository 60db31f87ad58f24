import type { Logger } from "pino";
import { type Connection, disconnect } from "./engine.ts";

/** Bytes that may wait for one socket. A console that is briefly behind has a few thousand. */
const mostWaiting = 1_048_576;

/**
 * Disconnects a socket whose reader does not keep up: it reconnects and fetches, and this process's memory stays
 * bounded.
 */
export function watchReader(socket: { conn: unknown }, log: Pick<Logger, "info">, whose: () => object): void {
  const connection = socket.conn as Connection;
  connection.on("packetCreate", () => {
    // While the last packets are in transit every further packet waits in the write buffer.
    if (connection.writeBuffer.length === 0) return;
    const waiting = waitingBytes(connection);
    if (waiting <= mostWaiting) return;
    log.info({ waiting, ...whose() }, "A socket that reads too slowly is cut");
    // The call is deferred, since a broadcast is still iterating over this socket's rooms.
    setImmediate(() => disconnect(connection));
  });
}

function waitingBytes({ writeBuffer, transport }: Connection): number {
  const handedOn = transport.socket?.bufferedAmount ?? 0;
  return writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), handedOn);
}
