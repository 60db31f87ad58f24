export type TestClock = { now(): Date; advance(milliseconds: number): void };

const hour = 3_600_000;
const day = 24 * hour;

/**
 * A clock that stands still until it is advanced. It begins an hour from now or later, so that a later job is never due
 * by PostgreSQL's real time; and never in the last four hours of a day, so that a test stays within one day.
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
