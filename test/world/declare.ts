import type { ChannelDeclaration } from "@parley/contract/channel-declaration";
import { channelModules } from "../../server/src/app/channels.ts";
import type { ChannelModule } from "../../server/src/channels/seam/module.ts";
import { nameChannels } from "../../server/src/channels/seam/registry.ts";

/** Every channel also declares this until the next world is made. */
export function declare(
  change: Partial<ChannelDeclaration>,
  more: Pick<ChannelModule, "clientOf"> = {},
): void {
  nameChannels(
    channelModules.map((module) => ({
      ...module,
      ...more,
      declaration: { ...module.declaration, ...change },
    })),
  );
}
