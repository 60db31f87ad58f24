/** Keeps sends within the limits of their provider, per account and per client, so that it need not refuse. */
import type { ChannelDeclaration, SendLimit } from "@parley/contract/channel-declaration";
import { createBucket, type Pace as Rate, type TokenBucket } from "../floor/limits/token-bucket.ts";
import type { EntryName, Gate } from "./lanes.ts";

type LimitsOf = (platform: string) => ChannelDeclaration["limits"];

export type Pace = {
  /** Consumes a token for the entry, or says how long it must wait for one. */
  gate: Gate;
  /** Gives back the token of an entry that sent nothing. */
  refund(entry: EntryName): void;
  /** The number of processes that send: each uses its part of every limit. */
  shareWith(processes: number): void;
};

/** Above this number, full buckets are dropped. */
const mostBuckets = 5000;

export function createPace(limitsOf: LimitsOf, now?: () => number): Pace {
  const accounts = new Map<string, TokenBucket>();
  const clients = new Map<string, TokenBucket>();
  let processes = 1;

  function bucketOf(buckets: Map<string, TokenBucket>, key: string, limit: SendLimit | undefined) {
    const known = buckets.get(key);
    if (known || !limit) return known;
    if (buckets.size >= mostBuckets) {
      for (const [id, bucket] of buckets) if (bucket.isFull()) buckets.delete(id);
    }
    const bucket = createBucket(rateOf(limit, processes), now);
    buckets.set(key, bucket);
    return bucket;
  }

  return {
    gate({ lane, key, group }) {
      const limits = limitsOf(group);
      const account = bucketOf(accounts, lane, limits?.perAccount);
      const whole = account?.waitFor(1) ?? 0;
      if (whole > 0) return { milliseconds: whole, whole: true };
      const client = bucketOf(clients, key, limits?.perClient);
      const alone = client?.waitFor(1) ?? 0;
      if (alone > 0) return { milliseconds: alone, whole: false };
      account?.consume();
      client?.consume();
      return null;
    },
    refund({ lane, key }) {
      accounts.get(lane)?.refund();
      clients.get(key)?.refund();
    },
    shareWith(count) {
      if (count === processes) return;
      processes = count;
      accounts.clear();
      clients.clear();
    },
  };
}

/**
 * No span of `perMs` holds more than `count` where there is no `burst`: a fifth of it at once, and the rest
 * spread over the span.
 */
function rateOf({ count, perMs, burst }: SendLimit, processes: number): Rate {
  const atOnce = burst ?? Math.max(1, Math.floor(count / 5));
  const spread = burst ? count : Math.max(count - atOnce, count / 2);
  return {
    burst: Math.max(1, atOnce / processes),
    perSecond: (spread / processes / perMs) * 1000,
  };
}
