/** The channels that the composition root names (`app/channels.ts`), so that nothing else imports a platform. */
import { namePlatforms } from "../../floor/platforms/platforms.ts";
import type { ChannelModule } from "./module.ts";

let modules: readonly ChannelModule[] = [];

export function nameChannels(all: readonly ChannelModule[]): void {
  modules = all;
  namePlatforms(all);
}

export const channelModules = (): readonly ChannelModule[] => modules;

/** Undefined for a platform that Parley does not speak yet. */
export const moduleOf = (platform: string): ChannelModule | undefined =>
  modules.find((module) => module.platform === platform);
