import type { Logger } from "pino";
import type { LiveSocket } from "./sockets.ts";

const mostBytes = 1_048_576;
const mostPackets = 2_000;
const lookEvery = 1_000;

type Transport = { socket?: { bufferedAmount?: number } };

/** Closes a socket whose reader does not keep up: it comes back and fetches, and this process's memory stays bounded. */
export function watchReader(socket: LiveSocket, log: Pick<Logger, "info">): () => void {
  const timer = setInterval(() => {
    const { writeBuffer, transport } = socket.conn as unknown as {
      writeBuffer: unknown[];
      transport: Transport;
    };
    const bytes = transport.socket?.bufferedAmount ?? 0;
    if (bytes <= mostBytes && writeBuffer.length <= mostPackets) return;
    log.info({ bytes, packets: writeBuffer.length }, "a slow reader is cut off");
    socket.disconnect(true);
  }, lookEvery);
  timer.unref();
  return () => clearInterval(timer);
}
