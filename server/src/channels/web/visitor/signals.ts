/** Signals to the sockets of visitors, beside the events for agents. */
import type { Context } from "../../../floor/context.ts";
import type { ChannelRow } from "../../seam/module.ts";

/** They come again, and get the conversations of today. */
export function endSockets(
  { live }: Context,
  { id: channelId }: Pick<ChannelRow, "id">,
  externalId: string,
): void {
  live.visitors.send({ kind: "resync", channelId, externalId });
}

/** Their token has ended. */
export function endSession({ live }: Context, tokenHash: Buffer): void {
  live.visitors.send({ kind: "ended", tokenHash: tokenHash.toString("base64url") });
}
