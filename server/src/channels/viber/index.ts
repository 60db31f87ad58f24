import type { ChannelModule } from "../seam/module.ts";
import { createViberAdapter } from "./adapter.ts";
import { createViberApi } from "./api.ts";
import { connect, registerWebhook, removeWebhook } from "./connect.ts";
import { declaration } from "./declaration.ts";
import { removeOldGreetings } from "./greetings.ts";
import { viberApiUrl, viberSettings } from "./settings.ts";
import { signatureHeader, webhook } from "./webhook.ts";

export const viber: ChannelModule = {
  platform: "viber",
  declaration,
  createAdapter(config) {
    const apiUrl = viberApiUrl(config);
    return createViberAdapter(createViberApi(apiUrl), apiUrl);
  },
  settings: viberSettings,
  secrets: {
    headers: ["x-viber-auth-token", signatureHeader],
    // The pattern of an account's token: three groups of 16 hexadecimal digits.
    patterns: [/\b[0-9a-f]{16}-[0-9a-f]{16}-[0-9a-f]{16}\b/g],
  },
  connect,
  disconnect: removeWebhook,
  webhook: { ...webhook, register: registerWebhook },
  listen: null,
  routes: () => undefined,
  work: { cleanUps: [removeOldGreetings] },
  openUrl: ({ username }) => (username ? `viber://pa?chatURI=${encodeURIComponent(username)}` : null),
  phoneUrl: (config) => `${viberApiUrl(config)}/phone`,
};
