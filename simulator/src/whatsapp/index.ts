import type { SimulatedPlatform } from "../registry.ts";
import { driveWhatsApp } from "./driver.ts";
import { whatsappPhones } from "./phones.ts";
import { graphApi } from "./routes.ts";
import { CONFIG_ID, INSTALLATION_APP } from "./state.ts";

export const whatsapp: SimulatedPlatform = {
  routes: graphApi,
  settings: (url) => ({
    WHATSAPP_API_URL: url,
    WHATSAPP_SDK_URL: `${url}/whatsapp/sdk.js`,
    WHATSAPP_APP_ID: INSTALLATION_APP.id,
    WHATSAPP_APP_SECRET: INSTALLATION_APP.secret,
    WHATSAPP_CONFIG_ID: CONFIG_ID,
  }),
  phones: whatsappPhones,
  sending: {
    method: "messages",
    busy: { kind: "error", code: 131056, retryAfter: 1 },
    failing: { kind: "error", code: 131000 },
    gone: { kind: "error", code: 131026 },
    settles: true,
  },
  drive: driveWhatsApp,
};
