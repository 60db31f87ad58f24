import type { AddressInfo } from "node:net";
import { startListening } from "../channels/accounts/listen.ts";
import { registerAtNewAddress } from "../channels/accounts/register-webhooks.ts";
import type { Config } from "../floor/config/config.ts";
import type { Context } from "../floor/context.ts";
import type { Progress } from "../floor/database/migration-progress.ts";
import { whileUnavailable } from "../floor/database/unavailable.ts";
import { startRelay } from "../floor/ledger/relay.ts";
import type { App } from "../http/app.ts";
import { startLease } from "../http/live/lease.ts";
import { attachSockets } from "../http/live/sockets.ts";
import { serveFigures } from "../http/metrics/figures-port.ts";
import { createEarlyAnswers, type EarlyAnswers } from "../http/while-migrating.ts";
import { buildApp } from "./app.ts";
import { clientEventHandlers } from "./client-events.ts";
import { createContext } from "./context.ts";
import { held } from "./held.ts";
import { createLog } from "./log.ts";
import { startWorker } from "./worker/worker.ts";

export type Parley = {
  context: Context;
  /** The address it listens on; null for a worker. */
  address: string | null;
  /**
   * Finishes the work under way and releases everything, in reverse order of the start. A part that fails is logged and
   * the rest is still stopped: a service manager stops the database too.
   */
  stop(): Promise<void>;
};

/**
 * The number of connections that wait to be accepted. Beyond it, and beyond `net.core.somaxconn`, the kernel drops
 * them, and clients retry after 1, 3, 7, 15 s: every console and widget comes back at once after a restart.
 */
const acceptQueue = 16_384;

/**
 * Starts the parts of Parley that the configured role has. When a part fails to start, the parts before it are stopped
 * again. `stopping` breaks off a start that migrates, which then fails.
 */
export async function startParley(
  config: Config,
  { stopping, ...overrides }: Parameters<typeof createContext>[1] & { stopping?: AbortSignal } = {},
): Promise<Parley> {
  const stops: (() => unknown)[] = [];
  const log = overrides.log ?? createLog(config);
  const stop = async () => {
    for (let part = stops.pop(); part; part = stops.pop()) {
      try {
        await part();
      } catch (error) {
        log.error({ err: error }, "A part did not stop in order");
      }
    }
  };
  try {
    const early = createEarlyAnswers(
      config.host,
      config.role === "worker" ? config.metricsPort : config.port,
    );
    stops.push(() => early.close());
    const migrating = { begins: ({ percent }: Progress) => early.listen(percent), signal: stopping };
    const context = await createContext(config, { migrating, ...overrides, log });
    stops.push(() => context.close());
    const lease = await startLease(context, held);
    stops.push(() => lease.stop());
    let relay: ReturnType<typeof startRelay> | null = null;
    stops.push(() => relay?.stop());
    const address = config.role === "worker" ? null : await startWeb(context, stops, early);
    // The relay catches up first, which must not delay readiness.
    relay = startRelay(context);
    if (config.role === "worker") startConnections(null, context, stops);
    await early.close();
    if (config.metricsPort !== null) {
      const figures = await serveFigures(context, config.metricsPort);
      stops.push(() => figures.close());
    }
    if (config.role !== "web") {
      // Calls are served already: a database that goes away now does not end them.
      const patience = { most: 60_000, signal: stopping };
      const worker = await startWorker(context, patience);
      stops.push(() => worker.stop());
      const listening = await startListening(context);
      stops.push(() => listening.stop());
      await whileUnavailable(() => registerAtNewAddress(context), patience);
    }
    return { context, address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startWeb(context: Context, stops: (() => unknown)[], early: EarlyAnswers): Promise<string> {
  const app = await buildApp(context);
  stops.push(() => app.close());
  // An open socket would keep the closing server waiting, so sockets close first.
  const sockets = await attachSockets(app, context, clientEventHandlers);
  stops.push(() => sockets.close());
  startConnections(app, context, stops);
  const { host, port } = context.config;
  await early.close();
  await app.listen({ host, port, backlog: acceptQueue });
  const bound = (app.server.address() as AddressInfo).port;
  return `http://${host.includes(":") ? `[${host}]` : host}:${bound}`;
}

function startConnections(app: App | null, context: Context, stops: (() => unknown)[]): void {
  for (const module of context.channels.all) {
    const connections = module.connections?.(app, context);
    if (connections) stops.push(() => connections.close());
  }
}
