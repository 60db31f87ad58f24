/** Calls `act` at most once per `interval` milliseconds, the first time at once. */
export function throttle(interval: number, act: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (Date.now() - last < interval) return;
    last = Date.now();
    act();
  };
}
