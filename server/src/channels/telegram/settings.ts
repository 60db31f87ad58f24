import { z } from "zod";
import type { Config } from "../../floor/config/config.ts";
import { web } from "../../floor/config/config-shapes.ts";
import { settingsOf } from "../seam/module.ts";

export const telegramSettings = z.object({ TELEGRAM_API_URL: web.default("https://api.telegram.org") });

export const telegramApiUrl = (config: Pick<Config, "channelSettings">): string =>
  settingsOf(config, telegramSettings).TELEGRAM_API_URL;
