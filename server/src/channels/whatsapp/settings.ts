import { z } from "zod";
import type { Config } from "../../floor/config/config.ts";
import { web } from "../../floor/config/config-shapes.ts";
import type { Context } from "../../floor/context.ts";
import { settingsOf } from "../seam/module.ts";

const id = z.string().regex(/^\d{1,30}$/, "must be a number");

export const whatsappSettings = z.object({
  WHATSAPP_API_URL: web.default("https://graph.facebook.com"),
  WHATSAPP_GRAPH_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, "must be a version such as v26.0")
    .default("v26.0"),
  WHATSAPP_APP_ID: id.optional(),
  WHATSAPP_APP_SECRET: z.string().min(16, "must have 16 characters or more").optional(),
  WHATSAPP_CONFIG_ID: id.optional(),
  WHATSAPP_VERIFY_TOKEN: z.string().min(16, "must have 16 characters or more").optional(),
  WHATSAPP_SDK_URL: web.default("https://connect.facebook.net/en_US/sdk.js"),
});

type Configured = Pick<Config, "channelSettings">;

export const whatsappConfig = (config: Configured) => settingsOf(config, whatsappSettings);

/** The installation's app, whose secret signs webhook calls. Null while its settings are missing. */
export function installationApp(config: Configured): { id: string; secret: string } | null {
  const { WHATSAPP_APP_ID: id, WHATSAPP_APP_SECRET: secret } = whatsappConfig(config);
  return id && secret ? { id, secret } : null;
}

/**
 * The token that the provider has to repeat before it calls an address: the installation's, or a channel's. Derived
 * from APP_SECRET where it is not set, so that every process and every start has the same.
 */
export function verifyTokenOf(
  { config, secrets }: { config: Configured; secrets: Pick<Context["secrets"], "sign"> },
  channelId: string | null,
): string {
  if (channelId) return secrets.sign(`whatsapp verify token of ${channelId}`);
  return whatsappConfig(config).WHATSAPP_VERIFY_TOKEN ?? secrets.sign("whatsapp verify token");
}

/** The address that the provider calls: numbers of the installation's app share one. */
export const webhookOf = (publicUrl: string, channelId: string | null): string =>
  channelId ? `${publicUrl}/webhooks/whatsapp/${channelId}` : `${publicUrl}/webhooks/whatsapp`;
