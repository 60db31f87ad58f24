/** A company's own system as a channel: it hands messages in by key, and gets answers by a signed request. */
import { z } from "zod";
import type { ChannelModule } from "../seam/module.ts";
import { createGatewayAdapter } from "./adapter.ts";
import { connect } from "./connect.ts";
import { declaration } from "./declaration.ts";
import { platform } from "./platform.ts";
import { gatewayRoutes } from "./routes.ts";

export const gateway: ChannelModule = {
  platform,
  declaration,
  createAdapter: createGatewayAdapter,
  settings: z.object({}),
  secrets: { headers: ["webhook-signature"], patterns: [/\bwhsec_[A-Za-z0-9+/=]{32,88}/g] },
  connect,
  // The gateway sees that its messages are refused from then on.
  disconnect: async () => undefined,
  webhook: null,
  listen: null,
  routes: gatewayRoutes,
  openUrl: () => null,
  phoneUrl: () => null,
};
