import type { Channel } from "../seam/adapter.ts";

export const platform = "gateway";

/** The address of an account is its id. */
export const addressOf = ({ externalId }: Pick<Channel, "externalId">): string => externalId;

/** The name of an account's system in reasons. */
export const hostOf = (address: string): string => new URL(address).host;

/** The address below which a gateway hands in messages and receipts. */
export const handInUrl = (publicUrl: string, { id }: Pick<Channel, "id">): string =>
  `${publicUrl}/api/v1/channels/${id}`;
