import type { ChannelRow } from "@parley/contract/channels";

/**
 * The channel by which the sign-up's window reports a connected number. Its page has another opener policy than the
 * console's, so neither has a reference to the other.
 */
const name = "parley.signup";

/** The page has its own policy, and the console's router does not serve it. */
export const signupPath = "/whatsapp-signup";

type SignedUp = Pick<ChannelRow, "channelid" | "name">;

export function publishSignup({ channelid, name: title }: SignedUp): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage({ channelid, name: title } satisfies SignedUp);
  channel.close();
}

/** Returns a function that stops listening. */
export function onSignup(hear: (number: SignedUp) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<SignedUp>) => hear(data);
  return () => channel.close();
}
