export type TestClock = { now(): Date; advance(milliseconds: number): void };

/**
 * Stands still until it is advanced. It begins an hour from now, so that a job for later is never due by the real
 * time that PostgreSQL goes by.
 */
export function createClock(): TestClock {
  let time = Date.now() + 3_600_000;
  return {
    now: () => new Date(time),
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}
