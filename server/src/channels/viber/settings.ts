import { z } from "zod";
import type { Config } from "../../floor/config/config.ts";
import { web } from "../../floor/config/config-shapes.ts";
import { settingsOf } from "../seam/module.ts";

export const viberSettings = z.object({ VIBER_API_URL: web.default("https://chatapi.viber.com") });

export const viberApiUrl = (config: Pick<Config, "channelSettings">): string =>
  settingsOf(config, viberSettings).VIBER_API_URL;
