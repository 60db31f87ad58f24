import type { SimulatedPlatform } from "../registry.ts";
import { driveViber } from "./driver.ts";
import { viberPhones } from "./phones.ts";
import { viberApi } from "./routes.ts";

export const viber: SimulatedPlatform = {
  routes: viberApi,
  settings: (url) => ({ VIBER_API_URL: url }),
  phones: viberPhones,
  sending: {
    method: "send_message",
    busy: { kind: "error", code: 429, retryAfter: 1 },
    failing: { kind: "error", code: 502 },
    gone: { kind: "error", code: 6 },
    settles: false,
  },
  drive: driveViber,
};
