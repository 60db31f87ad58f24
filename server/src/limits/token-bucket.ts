/** `burst` at once, and `perSecond` on average. */
export type Pace = { burst: number; perSecond: number };

export type TokenBucket = {
  /** Takes tokens. False when there are too few, and then takes none. */
  take(cost?: number): boolean;
  /** Returns a token that was taken and not used. */
  refund(): void;
  /** Milliseconds until there are so many. */
  waitFor(cost: number): number;
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
    take(cost = 1) {
      refill();
      if (tokens < cost) return false;
      tokens -= cost;
      return true;
    },
    refund() {
      tokens = Math.min(burst, tokens + 1);
    },
    waitFor(cost) {
      refill();
      return Math.max(0, ((cost - tokens) / perSecond) * 1000);
    },
    isFull() {
      refill();
      return tokens === burst;
    },
  };
}
