/** The address at which a provider calls us. */
import { reasonOf } from "@parley/contract/reasons";
import type { Config } from "../../floor/config/config.ts";
import { isLoopbackUrl } from "../../floor/config/config-shapes.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import type { ChannelRow } from "../seam/module.ts";

export const webhookOf = (publicUrl: string, { platform, id }: Pick<ChannelRow, "platform" | "id">): string =>
  `${publicUrl}/webhooks/${platform}/${id}`;

/** Throws unless the provider can call us: without https only a simulator on this machine can. */
export function checkCallable(
  { publicUrl }: Pick<Config, "publicUrl">,
  { provider, apiUrl }: { provider: string; apiUrl: string },
): void {
  if (publicUrl.startsWith("https:") || isLoopbackUrl(apiUrl)) return;
  throw new Refusal(400, "invalid", reasonOf("https_needed", { provider }));
}
