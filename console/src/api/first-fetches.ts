/**
 * The first fetches of a signed-in page wait for its live connection: none must be repeated then for the events between
 * an answer and the connection. A connection that takes long is not waited for.
 */
const longestWait = 400;
/** It stands five round trips after the session's answer: the profile, TCP, TLS, the handshake and the room. */
const slowRoundTrip = longestWait / 5;
let held: { until: Promise<void>; release: () => void } | null = null;

/** `roundTrip` is how many milliseconds the session's answer took. */
export function holdFirstFetches(roundTrip: number): void {
  if (held || roundTrip > slowRoundTrip) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => releaseFirstFetches(), longestWait);
  held = {
    until: promise,
    release() {
      clearTimeout(timer);
      resolve();
    },
  };
}

/** Whether they still waited. */
export function releaseFirstFetches(): boolean {
  const waited = held !== null;
  held?.release();
  held = null;
  return waited;
}

/** Undefined when nothing is waited for. */
export const untilConnected = (): Promise<void> | undefined => held?.until;
