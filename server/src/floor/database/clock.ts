/** The database's time, so that processes on machines whose clocks differ agree on leases, deadlines and sessions. */
import type { Pool } from "pg";

export type DatabaseClock = {
  now(): Date;
  /** Asks the database for its time. */
  follow(pool: Pick<Pool, "query">): Promise<void>;
};

/**
 * Gives this machine's time until `follow` was called. `local` is in milliseconds; a correction of the machine's clock
 * does not move it.
 */
export function createDatabaseClock(local = () => performance.timeOrigin + performance.now()): DatabaseClock {
  let ahead = 0;
  return {
    now: () => new Date(local() + ahead),
    async follow(pool) {
      const asked = local();
      const { rows } = await pool.query<{ now: Date }>("select clock_timestamp() as now");
      const answered = local();
      const read = rows[0]?.now.getTime() ?? answered + ahead;
      // The time was read between question and answer. A difference that fits stays, so that time does not jump.
      ahead = Math.min(Math.max(ahead, read - answered), read - asked);
    },
  };
}
