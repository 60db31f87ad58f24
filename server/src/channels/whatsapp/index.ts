import type { ChannelModule } from "../seam/module.ts";
import { createWhatsAppAdapter } from "./adapter.ts";
import { createGraph } from "./api.ts";
import { connect, disconnect } from "./connect.ts";
import { declaration } from "./declaration.ts";
import { fetchTemplates } from "./fetch-templates.ts";
import { whatsappRoutes } from "./routes.ts";
import { whatsappConfig, whatsappSettings } from "./settings.ts";
import { signatureHeader, webhook } from "./webhook.ts";

export const whatsapp: ChannelModule = {
  platform: "whatsapp",
  declaration,
  createAdapter: (config) => createWhatsAppAdapter(createGraph(config)),
  settings: whatsappSettings,
  secrets: {
    headers: [signatureHeader],
    // Patterns of Graph API tokens, an app's own token, and secrets in addresses.
    patterns: [/\bEA[A-Za-z0-9]{20,}/g, /(?<=\b(?:hub\.verify_token|access_token|input_token)=)[^&\s"]+/g],
  },
  connect,
  disconnect,
  webhook,
  listen: null,
  templates: { fetch: fetchTemplates, clientOf: (number) => number.slice(1) },
  routes: whatsappRoutes,
  openUrl: ({ username }) => (username ? `https://wa.me/${username.replace(/\D/g, "")}` : null),
  phoneUrl: (config) => `${whatsappConfig(config).WHATSAPP_API_URL}/phone`,
};
