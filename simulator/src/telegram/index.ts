import type { SimulatedPlatform } from "../registry.ts";
import { driveTelegram } from "./driver.ts";
import { telegramPhones } from "./phones.ts";
import { botApi } from "./routes.ts";

export const telegram: SimulatedPlatform = {
  routes: botApi,
  settings: (url) => ({ TELEGRAM_API_URL: url }),
  phones: telegramPhones,
  polling: "getUpdates",
  sending: {
    method: "sendMessage",
    busy: { kind: "error", code: 429, retryAfter: 1 },
    failing: { kind: "error", code: 500 },
    gone: { kind: "error", code: 403 },
    settles: false,
  },
  drive: driveTelegram,
};
