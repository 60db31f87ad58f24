import staticFiles from "@fastify/static";
import Fastify from "fastify";
import { Control } from "./control.ts";
import { controlRoutes } from "./control-routes.ts";
import { type Network, type NetworkOptions, openNetwork } from "./network.ts";
import { settingsFor, simulated } from "./registry.ts";
import type { World } from "./seed.ts";

export interface SimulatorOptions extends NetworkOptions {
  host?: "127.0.0.1" | "0.0.0.0";
  /** People and bots that exist from the start. */
  seed?: World;
}

export interface Simulator {
  /** The address without a trailing slash. */
  url: string;
  control: Control;
  network: Network;
  /** The environment of a desk that calls this simulator instead of the providers. */
  settings: Record<string, string>;
  close(): Promise<void>;
}

/** The page loads nothing from elsewhere and runs only its own scripts. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = "127.0.0.1", seed, ...networkOptions } = options;
  const network = openNetwork(networkOptions);
  const control = new Control(network);

  // Hanging answers and open event streams must not keep a closing server waiting.
  const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 600 } });
  app.addHook("onSend", async (request, reply) => {
    reply.header("x-content-type-options", "nosniff");
    if (request.url.startsWith("/phone")) reply.header("content-security-policy", POLICY);
  });
  for (const { routes } of Object.values(simulated)) await app.register(routes, { network });
  // Accounts contain the ports of the started servers.
  if (seed) await control.seed(seed);
  await app.register(controlRoutes, { prefix: "/_control", network, control });
  await app.register(staticFiles, { root: new URL("page/", import.meta.url), prefix: "/phone/" });
  app.get("/phone", (_request, reply) => reply.sendFile("index.html"));
  app.get("/", (_request, reply) => reply.redirect("/phone"));

  app.addHook("preClose", async () => control.stop());
  const url = await app.listen({ port: network.port, host });
  return { url, control, network, settings: settingsFor(url, network), close: () => app.close() };
}
