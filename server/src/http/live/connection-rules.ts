import type { Logger } from "pino";
import { createBucket, type Pace } from "../../floor/limits/token-bucket.ts";
import { type Connection, disconnect, type Packet } from "./engine.ts";

export type ConnectionLimits = {
  pace: Pace;
  /** Milliseconds in which the CONNECT must come. */
  connectWithin: number;
};

/** A console sends a few events a second. */
export const agentLimits: ConnectionLimits = { pace: { burst: 100, perSecond: 50 }, connectWithin: 2000 };

/** The first character of a socket.io packet. We use no binary ones. */
const kinds = { connect: "0", others: new Set(["1", "2", "3"]) };

/**
 * Disconnects a connection that floods or breaks the protocol. Counts packets of every kind from the first one, since
 * each costs work before any of our events is handled. The first message must be the only CONNECT.
 */
export function limitConnection(
  connection: Connection,
  { pace, connectWithin }: ConnectionLimits,
  log: Pick<Logger, "info">,
): void {
  const bucket = createBucket(pace);
  let connected = false;
  let timer: NodeJS.Timeout | undefined = setTimeout(() => {
    // The timer would stay in memory with the connection.
    timer = undefined;
    // A CONNECT that arrived while this process was busy is read before this runs.
    setImmediate(() => {
      if (!connected) refuse("no CONNECT in time");
    });
  }, connectWithin);
  connection.once("close", () => clearTimeout(timer));
  connection.on("packet", (packet) => {
    const broken = bucket.consume() ? brokenRule(packet) : "too many packets";
    if (broken) refuse(broken);
  });
  // A probe before a change of transport is not a packet of the connection yet.
  connection.on("upgrading", () => {
    if (!bucket.consume()) refuse("too many packets");
  });

  function brokenRule({ type, data }: Packet): string | null {
    if (type !== "message") return null;
    if (typeof data !== "string") return "a binary packet";
    const kind = data.charAt(0);
    if (kind === kinds.connect) {
      if (connected) return "a second CONNECT";
      if (data.charAt(1) === "/") return "an unknown namespace";
      connected = true;
      return null;
    }
    if (!connected) return "a packet before CONNECT";
    return kinds.others.has(kind) ? null : "a packet of no kind of ours";
  }

  function refuse(reason: string): void {
    if (connection.readyState !== "open") return;
    log.info({ reason }, "A connection broke a rule and is closed");
    disconnect(connection);
  }
}
