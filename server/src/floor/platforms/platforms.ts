/** Answers what any part of the desk may ask about a platform. The composition root names the platforms (`app/channels.ts`). */
import type { ChannelDeclaration } from "@parley/contract/channel-declaration";
import type { BareReason } from "@parley/contract/reasons";
import type { Platform } from "@parley/contract/values";
import type { Selectable } from "kysely";
import type { Config } from "../config/config.ts";
import type { ChannelTable } from "../database/schema.ts";
import type { Scope } from "../database/scope.ts";

export type ChannelRow = Selectable<ChannelTable>;

export type KnownPlatform = {
  platform: Platform;
  declaration: ChannelDeclaration;
  /**
   * The thread and the client's id of a new conversation with a client who wrote before, or why none can begin; when
   * omitted, the thread is the client's id. The client has no open conversation.
   */
  threadWithKnown?(
    scope: Scope,
    row: ChannelRow,
    externalId: string,
  ): Promise<{ externalId: string; thread: string } | { why: BareReason }>;
  /** The address where a simulated client is played, when the account is a simulator's. */
  phoneUrl(config: Pick<Config, "channelSettings">): string | null;
};

export type Platforms<Known extends KnownPlatform = KnownPlatform> = {
  all: readonly Known[];
  /** Undefined for a platform that Parley does not support yet. */
  find(platform: string): Known | undefined;
  /** Throws for a platform that Parley does not support yet. */
  declarationOf(platform: Platform): ChannelDeclaration;
};

declare module "../database/scope.ts" {
  interface Provided {
    platforms: Platforms;
  }
}

export function createPlatforms<Known extends KnownPlatform>(all: readonly Known[]): Platforms<Known> {
  const find = (platform: string) => all.find((one) => one.platform === platform);
  return {
    all,
    find,
    declarationOf(platform) {
      const known = find(platform);
      if (!known) throw new Error(`There is no channel module for ${platform}`);
      return known.declaration;
    },
  };
}
