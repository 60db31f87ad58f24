import type { ChannelModule } from "../modules/module.ts";
import { mailSettings } from "./account/settings.ts";
import { createMailAdapter } from "./adapter.ts";
import { connect } from "./connect.ts";
import { declaration } from "./declaration.ts";

export const email: ChannelModule = {
  platform: "email",
  declaration,
  createAdapter: createMailAdapter,
  settings: mailSettings,
  secrets: { headers: [], patterns: [] },
  connect,
  disconnect: async () => undefined,
  webhook: null,
  listen: null,
  routes: () => undefined,
  phoneUrl: () => null,
};
