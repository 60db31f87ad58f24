import { setTimeout as wait } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { isUnavailable } from "../database/unavailable.ts";

/**
 * graphile-worker 0.18 does not wait for the statements by which it says that a job is done or has failed, so that one
 * which breaks off is an unhandled rejection and ends the process. Through this pool they are said until they are
 * heard; they may be repeated. LISTEN, which asks with a callback, comes again by itself.
 */
export function patient(pool: Pool): Pool {
  const connect = (callback?: Parameters<Pool["connect"]>[0]) =>
    callback
      ? pool.connect(callback)
      : insist(() => pool.connect()).then((client) => patientClient(pool, client));
  return withInstead(pool, { connect });
}

function patientClient(pool: Pool, client: PoolClient): PoolClient {
  const query = async (statement: { name?: string }, values?: unknown[]) => {
    try {
      return await client.query(statement as never, values);
    } catch (error) {
      if (!isUnavailable(error) || !saysHowItEnded.test(statement.name ?? "")) throw error;
      return insist(() => pool.query(statement as never));
    }
  };
  return withInstead(client, { query });
}

/** The names graphile-worker gives those statements: complete_job, complete_jobs, fail_job and their kin. */
const saysHowItEnded = /^(complete|fail)_job/;

async function insist<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let pause = 100; ; pause = Math.min(pause * 2, 2000)) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    await wait(pause, undefined, { ref: false });
  }
}

/** The object with some of its methods replaced; the others work on the object itself. */
function withInstead<Target extends object>(target: Target, instead: Record<string, unknown>): Target {
  return new Proxy(target, {
    get(_target, name) {
      if (typeof name === "string" && name in instead) return instead[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
