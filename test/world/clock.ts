export type TestClock = { now(): Date; advance(milliseconds: number): void };

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Stands still until it is advanced. It begins an hour from now or later, so that a job for later is never due by the
 * real time that PostgreSQL goes by; and never in the last four hours of a day, so that what a test does is of one day.
 */
export function createClock(): TestClock {
  let time = Date.now() + hour;
  if (time % day > day - 4 * hour) time = Math.ceil(time / day) * day;
  return {
    now: () => new Date(time),
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}
