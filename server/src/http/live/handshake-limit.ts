import { createBucket, type Pace, type TokenBucket } from "../../floor/limits/token-bucket.ts";

/** 2 000 agents behind one address, with two tabs each, come back at once after a restart. */
export const handshakePace: Pace = { burst: 5000, perSecond: 100 };

/** The number of networks kept in memory: about 10 MB. */
const mostNetworks = 50_000;

/** Limits the handshakes of each network address. It counts in memory: a refusal must cost less than a statement. */
export function limitHandshakes(pace: Pace, now?: () => number) {
  const buckets = new Map<string, TokenBucket>();
  return {
    consume(network: string): boolean {
      const bucket = buckets.get(network) ?? createBucket(pace, now);
      // Insertion order is order of use, so that the oldest comes first.
      buckets.delete(network);
      if (buckets.size >= mostNetworks) forgetOldest();
      buckets.set(network, bucket);
      return bucket.consume();
    },
    /** The number of networks in memory. */
    get size() {
      return buckets.size;
    },
  };

  function forgetOldest() {
    for (const [network, bucket] of buckets) {
      if (buckets.size < mostNetworks && !bucket.isFull()) return;
      buckets.delete(network);
    }
  }
}
