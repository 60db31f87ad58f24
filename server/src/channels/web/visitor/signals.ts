/** Signals to the sockets of visitors, beside the events for agents. */
import type { Context } from "../../../floor/context.ts";
import type { ChannelRow } from "../../seam/module.ts";

/** The sockets reconnect, and get the present conversations. */
export function endSockets(
  { live }: Context,
  { id: channelId }: Pick<ChannelRow, "id">,
  externalId: string,
): void {
  live.visitors.send({ kind: "resync", channelId, externalId });
}

/** Ends the sockets of an ended token. */
export function endSession({ live }: Context, tokenHash: Buffer): void {
  live.visitors.send({ kind: "ended", tokenHash: tokenHash.toString("base64url") });
}
