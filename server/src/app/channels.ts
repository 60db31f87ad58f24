/** The only file that lists the platforms. A new channel is a folder, and a line here. */

import { email } from "../channels/email/index.ts";
import { gateway } from "../channels/gateway/index.ts";
import type { AdapterRegistry } from "../channels/seam/adapter.ts";
import type { AdapterConfig, ChannelModule } from "../channels/seam/module.ts";
import { telegram } from "../channels/telegram/index.ts";
import { viber } from "../channels/viber/index.ts";
import { web } from "../channels/web/index.ts";
import { whatsapp } from "../channels/whatsapp/index.ts";
import type { VisitorSignals } from "../http/live/visitor-signals.ts";

export { handByAccounts } from "../channels/email/hand-by-account.ts";
export { beginMail } from "../channels/email/schedule-first.ts";
export { queueMail } from "../channels/email/schedule-mail.ts";
export { withDocument } from "../channels/email/send-mail.ts";
export { departmentOfBegun } from "../channels/outbound/start-conversation.ts";

export const channelModules: readonly ChannelModule[] = [telegram, whatsapp, viber, web, email, gateway];

/**
 * No visitor is connected where `visitors` is missing, as at the command line: typing and read marks go
 * nowhere.
 */
export function createAdapters(
  config: AdapterConfig,
  visitors: Pick<VisitorSignals, "send"> = { send: () => undefined },
  modules: readonly ChannelModule[] = channelModules,
): AdapterRegistry {
  const adapters = new Map(modules.map((one) => [one.platform, one.createAdapter(config, visitors)]));
  return {
    of(platform) {
      const adapter = adapters.get(platform);
      if (!adapter) throw new Error(`There is no channel module for ${platform}`);
      return adapter;
    },
  };
}
