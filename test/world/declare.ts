import type { ChannelDeclaration } from "@parley/contract/channel-declaration";
import { channelModules } from "../../server/src/app/channels.ts";
import type { ChannelModule } from "../../server/src/channels/seam/module.ts";
import type { Context } from "../../server/src/floor/context.ts";
import { createPlatforms } from "../../server/src/floor/platforms/platforms.ts";

/** Every channel of the context also declares this, until the next call. */
export function declare(
  context: Context,
  change: Partial<ChannelDeclaration>,
  more: Pick<ChannelModule, "templates"> = {},
): void {
  const changed = channelModules.map((module) => ({
    ...module,
    ...more,
    declaration: { ...module.declaration, ...change },
  }));
  context.channels = createPlatforms(changed);
  context.platforms = context.channels;
}
