/** Wakes calls that wait for an event, by one scan for all of them at once: when this process has placed events, and at times. */
import { sql } from "kysely";
import type { Logger } from "pino";
import { acrossCompanies, type WorkContext } from "../../floor/database/scope.ts";
import type { RelaySignal } from "../../floor/ledger/signal.ts";

/** Milliseconds between two scans while a call waits: events that another process has placed. */
const scanEvery = 250;
/** The numbers of calls that wait at once in a process, and of one key. A further call is answered at once. */
const mostWaiting = 500;
const mostOfKey = 5;

export type Tail = {
  /**
   * Resolves with true when the company has a place behind `after`; with false after so many milliseconds, when the signal
   * aborts, at the end of the process, and at once where too many wait.
   */
  wait(waiting: Waiting): Promise<boolean>;
  stop(): void;
};

type Waiting = { companyId: string; keyId: string; after: number; milliseconds: number; signal: AbortSignal };
type Waiter = Waiting & { end(news: boolean): void };
type Needs = Pick<WorkContext, "database" | "shares" | "timeLimits" | "diskRoom"> & {
  relay: Pick<RelaySignal, "onPlaced">;
  log: Pick<Logger, "warn">;
};

export function createTail(context: Needs): Tail {
  const waiters = new Set<Waiter>();
  let timer: NodeJS.Timeout | null = null;
  let scanning = false;
  let again = false;
  let stopped = false;
  const unfollow = context.relay.onPlaced(() => void scan());

  async function scan(): Promise<void> {
    if (waiters.size === 0) return;
    if (scanning) {
      again = true;
      return;
    }
    scanning = true;
    try {
      do {
        again = false;
        await wakeThoseWithNews(context, [...waiters]);
      } while (again && waiters.size > 0);
    } catch (error) {
      context.log.warn({ err: error }, "Calls that wait for events were not woken");
    } finally {
      scanning = false;
    }
  }

  function follow() {
    if (waiters.size > 0 && !timer) timer = setInterval(() => void scan(), scanEvery).unref();
    if (waiters.size === 0 && timer) {
      clearInterval(timer);
      timer = null;
    }
  }

  return {
    wait(waiting) {
      const ofKey = [...waiters].filter(({ keyId }) => keyId === waiting.keyId).length;
      if (stopped || waiting.signal.aborted || waiters.size >= mostWaiting || ofKey >= mostOfKey)
        return Promise.resolve(false);
      return new Promise((resolve) => {
        const over = () => waiter.end(false);
        const late = setTimeout(over, waiting.milliseconds);
        const waiter: Waiter = {
          ...waiting,
          end(news) {
            clearTimeout(late);
            waiting.signal.removeEventListener("abort", over);
            waiters.delete(waiter);
            follow();
            resolve(news);
          },
        };
        waiting.signal.addEventListener("abort", over);
        waiters.add(waiter);
        follow();
        // An event may have got its place since the call scanned.
        void scan();
      });
    },
    stop() {
      stopped = true;
      unfollow();
      for (const waiter of waiters) waiter.end(false);
    },
  };
}

async function wakeThoseWithNews(context: Needs, waiters: Waiter[]): Promise<void> {
  const companies = waiters.map(({ companyId }) => companyId);
  const places = waiters.map(({ after }) => after);
  const { rows } = await acrossCompanies(context, (db) =>
    sql<{ at: number }>`select (w.at - 1)::integer as at
      from unnest(${companies}::uuid[], ${places}::bigint[]) with ordinality w (company, after, at)
      where exists (select from event e where e.company_id = w.company and e.place > w.after)`.execute(db),
  );
  for (const { at } of rows) waiters[at]?.end(true);
}
