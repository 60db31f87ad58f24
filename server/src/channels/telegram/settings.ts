import { z } from "zod";
import type { Config } from "../../config.ts";
import { web } from "../../config-shapes.ts";
import { settingsOf } from "../modules/module.ts";

export const telegramSettings = z.object({ TELEGRAM_API_URL: web.default("https://api.telegram.org") });

export const telegramApiUrl = (config: Pick<Config, "channelSettings">): string =>
  settingsOf(config, telegramSettings).TELEGRAM_API_URL;
