/** Does it the first time and then not again until so many milliseconds have passed. */
export function throttle(interval: number, act: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (Date.now() - last < interval) return;
    last = Date.now();
    act();
  };
}
