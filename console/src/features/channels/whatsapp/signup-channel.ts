/**
 * The channel by which the sign-up's window reports a connected number. Its page has another opener policy than the
 * console's, so neither has a reference to the other.
 */
const name = "parley.signup";

/** The page has its own policy, and the console's router does not serve it. */
export const signupPath = "/whatsapp-signup";

type Connected = { connected: string };

export function publishSignup(connected: string): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage({ connected } satisfies Connected);
  channel.close();
}

/** Returns a function that stops listening. */
export function onSignup(hear: (number: string) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Connected>) => hear(data.connected);
  return () => channel.close();
}
