/** Bounds the live visitors of one network, such as an office or a mobile carrier behind one address. */
import type { Logger } from "pino";
import { type Connection, disconnect } from "../../../http/live/engine.ts";

type Network = {
  /** Connections that have not asked to be let in, the oldest first. They end after two seconds. */
  waiting: Set<Connection>;
  /** Connections by visitor, the oldest first. */
  visitors: Map<string, Set<Connection>>;
  count: number;
};

export type NetworkLimits = {
  /** Connections that have not asked to be let in. */
  waiting: number;
  /** Connections of known visitors. */
  known: number;
};

/**
 * A full network makes room for a visitor without a connection: the oldest connection that has not asked to be let in
 * ends, otherwise one of the visitor with the most. Visitors with one connection each are not replaced.
 */
export function shareNetworks(log: Pick<Logger, "info">, limits: NetworkLimits) {
  const networks = new Map<string, Network>();

  function end(connection: Connection, network: string): void {
    log.info({ network }, "A connection too many of one network is closed");
    disconnect(connection);
  }

  function leave(name: string, network: Network, connection: Connection, visitor: string | null): void {
    network.waiting.delete(connection);
    const own = visitor === null ? undefined : network.visitors.get(visitor);
    if (visitor !== null && own?.delete(connection)) {
      network.count -= 1;
      if (own.size === 0) network.visitors.delete(visitor);
    }
    if (network.waiting.size + network.count === 0) networks.delete(name);
  }

  return {
    opened(connection: Connection, name: string): void {
      const network = networks.get(name) ?? { waiting: new Set(), visitors: new Map(), count: 0 };
      networks.set(name, network);
      network.waiting.add(connection);
      connection.once("close", () => leave(name, network, connection, null));
      const [oldest] = network.waiting;
      if (oldest && network.waiting.size > limits.waiting) end(oldest, name);
    },

    /** The connection is a known visitor's. */
    admitted(connection: Connection, name: string, visitor: string): void {
      const network = networks.get(name);
      if (!network?.waiting.delete(connection)) return;
      const own = network.visitors.get(visitor) ?? new Set();
      network.visitors.set(visitor, own.add(connection));
      network.count += 1;
      connection.once("close", () => leave(name, network, connection, visitor));
      if (network.count <= limits.known) return;
      const largest = [...network.visitors.values()].reduce((most, some) =>
        some.size > most.size ? some : most,
      );
      const [oldest] = largest;
      end(largest.size > 1 && oldest ? oldest : connection, name);
    },
  };
}
