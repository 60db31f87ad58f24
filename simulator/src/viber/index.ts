import type { SimulatedPlatform } from "../registry.ts";
import { driveViber } from "./driver.ts";
import { viberPhones } from "./phones.ts";
import { viberApi } from "./routes.ts";

export const viber: SimulatedPlatform = {
  routes: viberApi,
  settings: (url) => ({ VIBER_API_URL: url }),
  phones: viberPhones,
  drive: driveViber,
};
