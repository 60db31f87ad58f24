/** `burst` tokens at once, and `perSecond` on average. */
export type Pace = { burst: number; perSecond: number };

export type TokenBucket = {
  /** Consumes tokens. False when there are too few; then it consumes none. */
  consume(cost?: number): boolean;
  /** Returns an unused token. */
  refund(): void;
  /** The whole tokens that are left. */
  left(): number;
  /** Milliseconds until there are so many. */
  waitFor(cost: number): number;
  isFull(): boolean;
};

/** `now` counts milliseconds and never goes back. */
export function createBucket(pace: Pace, now = fromStart): TokenBucket {
  return new Bucket(pace, now);
}

const fromStart = () => performance.now();

/** A class, since each connection has one: closures would take five times the memory. */
class Bucket implements TokenBucket {
  readonly #pace: Pace;
  readonly #now: () => number;
  #tokens: number;
  #last: number;

  constructor(pace: Pace, now: () => number) {
    this.#pace = pace;
    this.#now = now;
    this.#tokens = pace.burst;
    this.#last = now();
  }

  consume(cost = 1): boolean {
    this.#refill();
    if (this.#tokens < cost) return false;
    this.#tokens -= cost;
    return true;
  }

  refund(): void {
    this.#tokens = Math.min(this.#pace.burst, this.#tokens + 1);
  }

  left(): number {
    this.#refill();
    return Math.floor(this.#tokens);
  }

  waitFor(cost: number): number {
    this.#refill();
    return Math.max(0, ((cost - this.#tokens) / this.#pace.perSecond) * 1000);
  }

  isFull(): boolean {
    this.#refill();
    return this.#tokens === this.#pace.burst;
  }

  #refill(): void {
    const time = this.#now();
    this.#tokens = Math.min(
      this.#pace.burst,
      this.#tokens + ((time - this.#last) / 1000) * this.#pace.perSecond,
    );
    this.#last = time;
  }
}
