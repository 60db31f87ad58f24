import type { ChannelRow } from "@parley/contract/channels";
import { channelLooks } from "./registry.ts";

/** An account's username as people write it; numbers and addresses have no @ before them. */
export function usernameOf({ platform, username }: ChannelRow): string | null {
  if (!username) return null;
  return channelLooks[platform].plainUsernames ? username : `@${username}`;
}
