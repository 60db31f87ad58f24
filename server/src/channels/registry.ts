/** The one place that knows which providers there are. A new channel is a folder, and a line or two here. */
import type { Platform } from "@parley/contract/values";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import type { Adapter } from "./channel.ts";
import { createTelegramAdapter } from "./telegram/adapter.ts";
import { createTelegramApi } from "./telegram/api.ts";
import { pollTelegram } from "./telegram/poll.ts";
import { connectTelegram } from "./telegram/setup.ts";
import { telegramRoutes } from "./telegram/webhook.ts";

export type AdapterRegistry = {
  /** Throws for a platform that Parley does not speak yet. */
  of(platform: Platform): Adapter;
};

export function createAdapters(config: Pick<Config, "telegramApiUrl">): AdapterRegistry {
  const adapters = new Map<Platform, Adapter>();
  adapters.set("telegram", createTelegramAdapter(createTelegramApi(config.telegramApiUrl)));
  return {
    of(platform) {
      const adapter = adapters.get(platform);
      if (!adapter) throw new Error(`There is no adapter for ${platform}`);
      return adapter;
    },
  };
}

/** How an administrator connects an account. */
export const connect = { telegram: connectTelegram };

/** Where the providers call us. */
export function providerRoutes(app: App, context: Context): void {
  telegramRoutes(app, context);
}

/** Asks a provider for updates until the signal says stop. */
export type Poll = (context: Context, channelId: string, signal: AbortSignal) => Promise<void>;

/** How channels are listened to whose provider does not call us. */
export const pollers: Partial<Record<Platform, Poll>> = { telegram: pollTelegram };
