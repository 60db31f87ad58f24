/**
 * The first fetches of a signed-in page wait for its live connection, so that none must be repeated for events between
 * an answer and the connection. They wait at most this many milliseconds.
 */
const longestWait = 400;
/**
 * The connection stands five round trips after the session's answer: the profile, TCP, TLS, the handshake and the room.
 */
const slowRoundTrip = longestWait / 5;
let held: { until: Promise<void>; release: () => void } | null = null;
/** True if fetches ran before the connection: it has to repeat them, whatever waits later. */
let early = false;

/** `roundTrip`: the milliseconds that the session's answer took. */
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

/** Called when the connection stands, or is closed. True if all first fetches have waited for it. */
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
