/** The pace of the neighbour's calls, and the evaluation of their times. */

/** Milliseconds between the calls of one agent. */
export const pause = 200;

export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}

/**
 * The times that calls at a steady pace would have had: a caller who waits for each answer makes no calls meanwhile,
 * and those would have waited for the rest of it.
 */
export function steady(taken: number[], pause: number): number[] {
  return taken.flatMap((time) => {
    const missed = Math.max(0, Math.ceil(time / pause) - 1);
    return Array.from({ length: missed + 1 }, (_, at) => time - at * pause);
  });
}
