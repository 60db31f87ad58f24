/** Limits how long PostgreSQL works and waits for one unit of work. Milliseconds; 0 is no limit. */
import type { Kind } from "./shares.ts";

export type TimeLimits = {
  /** The limit of one statement of an agent's work. The desk's own work (webhooks, jobs) has `deskTimes` as long. */
  statement: number;
  /** The limit of one statement of a search. */
  search: number;
  /** The limit of a wait for a lock that another unit of work holds. */
  lock: number;
  /** The limit of a pause between two statements of a unit of work. */
  idle: number;
};

export const noTimeLimits: TimeLimits = { statement: 0, search: 0, lock: 0, idle: 0 };

/** Milliseconds of one statement of a search. */
export const searchTimeout = 3_000;

const deskTimes = 4;

/**
 * SQL that sets them at the beginning of a unit of work, for the transaction only, so a pooler in transaction mode passes
 * the connection on without them. Migrations and backups have none. `set` needs no plan, as a select of `set_config`
 * does.
 */
export function setTimeLimits({ statement, lock, idle }: TimeLimits, kind: Kind): string {
  const set = (name: string, value: number) => `set local ${name} = ${value}`;
  return [
    set("statement_timeout", kind === "desk" ? statement * deskTimes : statement),
    set("lock_timeout", lock),
    set("idle_in_transaction_session_timeout", idle),
  ].join("; ");
}
