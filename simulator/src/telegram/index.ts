import type { SimulatedPlatform } from "../registry.ts";
import { driveTelegram } from "./driver.ts";
import { telegramPhones } from "./phones.ts";
import { botApi } from "./routes.ts";

export const telegram: SimulatedPlatform = {
  routes: botApi,
  settings: (url) => ({ TELEGRAM_API_URL: url }),
  phones: telegramPhones,
  drive: driveTelegram,
};
