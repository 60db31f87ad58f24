/** Runs a unit of work that only searches: it has less time than others, and ends when its caller has gone. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { CallActor } from "../actors/actor.ts";
import type { Caller } from "../actors/caller.ts";
import { searchStopped } from "../errors/errors.ts";
import { inCompany, literal, type Scope, type WorkContext } from "./scope.ts";
import { tookTooLong } from "./unavailable.ts";

/** Milliseconds between two cancellations. */
const cancelAgain = 50;
const mostCancels = 100;

type SearchContext = WorkContext & { log: Pick<Logger, "warn"> };

/** Refuses with 422 when a statement takes longer than `timeLimits.search`, or when the signal aborts it. */
export async function searchInCompany<A extends CallActor, Answer>(
  context: SearchContext,
  caller: Caller<A>,
  run: (scope: Scope<A>) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  // The name lasts as long as the transaction, so a late cancellation cannot hit the connection's next one.
  const name = `parley search ${randomUUID()}`;
  let ended = false;
  let cancelling: Promise<void> | undefined;
  // Between two statements there is nothing to cancel, so it is repeated until the work has ended.
  const cancelUntilEnded = async () => {
    for (let tries = 0; !ended && tries < mostCancels; tries += 1) {
      await cancelStatement(context, name);
      await wait(cancelAgain);
    }
  };
  const cancel = () => {
    cancelling = cancelUntilEnded().catch((error) =>
      context.log.warn({ err: error, company: caller.companyId }, "A search could not be stopped"),
    );
  };
  signal.addEventListener("abort", cancel, { once: true });
  const stopWhenGone = () => {
    if (signal.aborted) throw searchStopped();
  };
  try {
    stopWhenGone();
    const limited = async (scope: Scope<A>) => {
      stopWhenGone();
      return run(scope);
    };
    const first = () => `select set_config('application_name', ${literal(name)}, true) as name,
      set_config('statement_timeout', '${context.timeLimits.search}', true) as timeout`;
    return await inCompany(context, caller, limited, { first });
  } catch (error) {
    if (!tookTooLong(error)) throw error;
    if (!signal.aborted)
      context.log.warn({ company: caller.companyId }, "A search took too long and was stopped");
    throw searchStopped();
  } finally {
    ended = true;
    signal.removeEventListener("abort", cancel);
    await cancelling;
  }
}

/** Finds the backend by the name alone: behind a pooler the connection's own key is not the backend's. */
function cancelStatement({ database }: WorkContext, name: string): Promise<unknown> {
  return sql`select pg_cancel_backend(pid) from pg_stat_activity where application_name = ${name}`.execute(
    database,
  );
}
