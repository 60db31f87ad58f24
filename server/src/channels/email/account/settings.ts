import { z } from "zod";
import type { Config } from "../../../config.ts";
import { settingsOf } from "../../modules/module.ts";

export const mailSettings = z.object({
  MAIL_PRIVATE_HOSTS: z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    )
    .default([]),
});

/** Hosts that may have an address in a private network. */
export const privateHosts = (config: Pick<Config, "channelSettings">): string[] =>
  settingsOf(config, mailSettings).MAIL_PRIVATE_HOSTS;
