/**
 * The first fetches of a signed-in page wait for its live connection: none must be repeated then for the events between
 * an answer and the connection. A connection that takes long is not waited for.
 */
const longestWait = 400;
/** It stands five round trips after the session's answer: the profile, TCP, TLS, the handshake and the room. */
const slowRoundTrip = longestWait / 5;
let held: { until: Promise<void>; release: () => void } | null = null;
/** Fetches went out before the connection: it has to repeat them, whatever waits later. */
let early = false;

/** `roundTrip` is how many milliseconds the session's answer took. */
export function holdFirstFetches(roundTrip: number): void {
  if (held || early) return;
  if (roundTrip > slowRoundTrip) {
    early = true;
    return;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    early = true;
    letGo();
  }, longestWait);
  held = {
    until: promise,
    release() {
      clearTimeout(timer);
      resolve();
    },
  };
}

/** When the connection stands, or is closed. Whether all first fetches have waited for it. */
export function releaseFirstFetches(): boolean {
  const waited = held !== null;
  letGo();
  early = false;
  return waited;
}

function letGo(): void {
  held?.release();
  held = null;
}

/** Undefined when nothing is waited for. */
export const untilConnected = (): Promise<void> | undefined => held?.until;
