/** The one place that knows which platforms there are. A new channel is a folder, and a line here. */
import type { ChannelDeclaration } from "@parley/contract/channel-declaration";
import type { Platform } from "@parley/contract/values";
import type { Config } from "../config.ts";
import type { Adapter } from "./channel.ts";
import type { ChannelModule } from "./module.ts";
import { telegram } from "./telegram/index.ts";

export const channelModules: readonly ChannelModule[] = [telegram];

const byPlatform = new Map(channelModules.map((module) => [module.platform, module]));

/** Undefined for a platform that Parley does not speak yet. */
export const moduleOf = (platform: string): ChannelModule | undefined => byPlatform.get(platform as Platform);

export type AdapterRegistry = {
  /** Throws for a platform that Parley does not speak yet. */
  of(platform: Platform): Adapter;
};

export function createAdapters(config: Pick<Config, "channelSettings">): AdapterRegistry {
  const adapters = new Map(channelModules.map((one) => [one.platform, one.createAdapter(config)]));
  return { of: (platform) => known(adapters, platform) };
}

/** Throws for a platform that Parley does not speak yet. */
export const declarationOf = (platform: Platform): ChannelDeclaration =>
  known(byPlatform, platform).declaration;

function known<Value>(values: Map<Platform, Value>, platform: Platform): Value {
  const value = values.get(platform);
  if (value === undefined) throw new Error(`There is no channel module for ${platform}`);
  return value;
}
