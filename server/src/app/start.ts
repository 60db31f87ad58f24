import type { AddressInfo } from "node:net";
import { startListening } from "../channels/listen.ts";
import { registerAtNewAddress } from "../channels/register-webhooks.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { startRelay } from "../ledger/relay.ts";
import { serveFigures } from "../metrics/figures-port.ts";
import { startLease } from "../realtime/lease.ts";
import { attachSockets } from "../realtime/sockets.ts";
import { startWorker } from "../worker/worker.ts";
import { buildApp } from "./app.ts";
import { channelModules } from "./channels.ts";
import { closeContext, createContext } from "./context.ts";
import { createLog } from "./log.ts";

export type Parley = {
  context: Context;
  /** Where it listens; null for a worker. */
  address: string | null;
  /**
   * Finishes the work under way and releases everything, in reverse order of the start. A part that fails is logged
   * and the rest is stopped all the same: a service manager stops the database too.
   */
  stop(): Promise<void>;
};

/**
 * Connections that wait to be accepted. Beyond it, and beyond `net.core.somaxconn`, the kernel drops them, and the others' side tries again
 * after 1, 3, 7, 15 s: every console and widget comes back at once after a restart.
 */
const acceptQueue = 16_384;

/** Starts what the configured role has of Parley. When a part fails to start, those before it are stopped again. */
export async function startParley(
  config: Config,
  overrides?: Parameters<typeof createContext>[1],
): Promise<Parley> {
  const stops: (() => unknown)[] = [];
  const log = overrides?.log ?? createLog(config);
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
    const context = await createContext(config, { ...overrides, log });
    stops.push(() => closeContext(context));
    const lease = await startLease(context);
    stops.push(() => lease.stop());
    let relay: ReturnType<typeof startRelay> | null = null;
    stops.push(() => relay?.stop());
    const address = config.role === "worker" ? null : await startWeb(context, stops);
    // It catches up first, which must not hold up readiness.
    relay = startRelay(context);
    if (config.role === "worker") startConnections(null, context, stops);
    if (config.metricsPort !== null) {
      const figures = await serveFigures(context, config.metricsPort);
      stops.push(() => figures.close());
    }
    if (config.role !== "web") {
      const worker = await startWorker(context);
      stops.push(() => worker.stop());
      const listening = await startListening(context);
      stops.push(() => listening.stop());
      await registerAtNewAddress(context);
    }
    return { context, address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startWeb(context: Context, stops: (() => unknown)[]): Promise<string> {
  const app = await buildApp(context);
  stops.push(() => app.close());
  // An open socket would keep the closing server waiting, so sockets go first.
  const sockets = await attachSockets(app, context);
  stops.push(() => sockets.close());
  startConnections(app, context, stops);
  const { host, port } = context.config;
  await app.listen({ host, port, backlog: acceptQueue });
  const bound = (app.server.address() as AddressInfo).port;
  return `http://${host.includes(":") ? `[${host}]` : host}:${bound}`;
}

function startConnections(app: App | null, context: Context, stops: (() => unknown)[]): void {
  for (const module of channelModules) {
    const connections = module.connections?.(app, context);
    if (connections) stops.push(() => connections.close());
  }
}
