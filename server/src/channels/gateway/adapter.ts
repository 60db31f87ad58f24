import type { Config } from "../../floor/config/config.ts";
import type { Adapter } from "../seam/adapter.ts";
import { checkGateway } from "./check.ts";
import { createGatewayFetch } from "./media.ts";
import { createGatewaySend } from "./send.ts";

export type GatewayConfig = Pick<Config, "webhookPrivateHosts" | "publicUrl">;

export const createGatewayAdapter = (config: GatewayConfig): Adapter => ({
  send: createGatewaySend(config),
  fetchMedia: createGatewayFetch(config),
  // No stars are asked for.
  acknowledgeRating: async () => undefined,
  typing: null,
  check: (channel, _calledAt, signal, accepted) => checkGateway(config, channel, signal, accepted),
});
