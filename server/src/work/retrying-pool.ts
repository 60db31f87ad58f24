import type { Pool, PoolClient } from "pg";
import { isUnavailable, whileUnavailable } from "../floor/database/unavailable.ts";

/**
 * graphile-worker 0.18 does not await the statements that complete or fail a job, so a lost connection becomes an
 * unhandled rejection and ends the process. This pool repeats them until they succeed; they are idempotent. LISTEN,
 * which connects with a callback, reconnects by itself; a stop while it fails releases its connection twice, which
 * would end the process too.
 */
export function retryingPool(pool: Pool): Pool {
  const connect = (callback?: Parameters<Pool["connect"]>[0]) =>
    callback
      ? pool.connect((error, client, release) => callback(error, client, once(release)))
      : whileUnavailable(() => pool.connect()).then((client) => retryingClient(pool, client));
  return withInstead(pool, { connect });
}

function retryingClient(pool: Pool, client: PoolClient): PoolClient {
  const query = async (statement: { name?: string }, values?: unknown[]) => {
    try {
      return await client.query(statement as never, values);
    } catch (error) {
      if (!isUnavailable(error) || !jobOutcome.test(statement.name ?? "")) throw error;
      return whileUnavailable(() => pool.query(statement as never));
    }
  };
  return withInstead(client, { query });
}

/** graphile-worker's names of those statements: complete_job, complete_jobs, fail_job and so on. */
const jobOutcome = /^(complete|fail)_job/;

function once(release: PoolClient["release"]): PoolClient["release"] {
  let isReleased = false;
  return (destroy) => {
    if (isReleased) return;
    isReleased = true;
    release(destroy);
  };
}

/** Replaces some of the object's methods; the others work on the object itself. */
function withInstead<Target extends object>(target: Target, instead: Record<string, unknown>): Target {
  return new Proxy(target, {
    get(_target, name) {
      if (typeof name === "string" && name in instead) return instead[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
