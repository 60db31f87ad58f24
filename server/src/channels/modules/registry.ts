/** The channels that the composition root names (`app/channels.ts`), so that nothing else imports a platform. */
import type { ChannelDeclaration } from "@parley/contract/channel-declaration";
import type { Platform } from "@parley/contract/values";
import type { ChannelModule } from "./module.ts";

let modules: readonly ChannelModule[] = [];

export function nameChannels(all: readonly ChannelModule[]): void {
  modules = all;
}

export const channelModules = (): readonly ChannelModule[] => modules;

/** Undefined for a platform that Parley does not speak yet. */
export const moduleOf = (platform: string): ChannelModule | undefined =>
  modules.find((module) => module.platform === platform);

/** Throws for a platform that Parley does not speak yet. */
export function declarationOf(platform: Platform): ChannelDeclaration {
  const module = moduleOf(platform);
  if (!module) throw new Error(`There is no channel module for ${platform}`);
  return module.declaration;
}
