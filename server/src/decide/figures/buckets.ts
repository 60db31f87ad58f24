/** Times as the days keep them: counts by bucket, each a tenth longer than the one before (`figure_bucket`). */

/** Counts by bucket. */
export type Histogram = Map<number, number>;

const growth = 1.1;

/** The middle of a bucket in minutes, to two decimals. */
const minutesOf = (bucket: number): number => Math.round((growth ** (bucket + 0.5) / 60) * 100) / 100;

/** The time that so great a share did not exceed; null of none. At most five per cent wrong. */
export function quantile(histogram: Histogram, share: number): number | null {
  let left = Math.ceil(sizeOf(histogram) * share);
  for (const bucket of [...histogram.keys()].sort((one, other) => one - other)) {
    left -= histogram.get(bucket) ?? 0;
    if (left <= 0) return minutesOf(bucket);
  }
  return null;
}

export const sizeOf = (histogram: Histogram): number =>
  [...histogram.values()].reduce((sum, count) => sum + count, 0);
