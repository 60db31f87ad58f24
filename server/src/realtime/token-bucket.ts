/** `burst` at once, and `perSecond` on average. */
export type Pace = { burst: number; perSecond: number };

export type TokenBucket = {
  /** Takes one token. False when there is none. */
  take(): boolean;
  isFull(): boolean;
};

/** `now` counts milliseconds and never goes back. */
export function createBucket({ burst, perSecond }: Pace, now = () => performance.now()): TokenBucket {
  let tokens = burst;
  let last = now();
  const refill = () => {
    const time = now();
    tokens = Math.min(burst, tokens + ((time - last) / 1000) * perSecond);
    last = time;
  };
  return {
    take() {
      refill();
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    isFull() {
      refill();
      return tokens === burst;
    },
  };
}
