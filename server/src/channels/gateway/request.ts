/** A request to a gateway, signed as webhooks are. */
import { type Answer, post } from "../../files/posting/post.ts";
import { signedHeaders } from "../../files/posting/secret.ts";
import type { Channel } from "../seam/adapter.ts";
import type { GatewayConfig } from "./adapter.ts";
import { addressOf, handInUrl } from "./platform.ts";

type Account = Pick<Channel, "id" | "externalId" | "name" | "credentials">;

/** The request's id and what it says. */
export type Said = { id: string; body: object };

/** Null when the signal aborted. */
export function ask(
  config: GatewayConfig,
  channel: Account,
  { id, body }: Said,
  signal: AbortSignal,
): Promise<Answer | null> {
  const { name } = channel;
  const about = { channel: { id: channel.id, name, url: handInUrl(config.publicUrl, channel) } };
  const text = JSON.stringify({ ...body, ...about });
  const headers = signedHeaders([channel.credentials], { id, at: new Date(), body: text });
  return post(config, { url: addressOf(channel), headers, body: text }, signal);
}

/** The gateway does not accept the signature, or is no longer there. */
export const refusesAccount = ({ status }: Answer): boolean =>
  status !== null && [401, 403, 410].includes(status);
