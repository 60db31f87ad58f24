/**
 * Shares of the pool's connections. A unit of work acquires a slot before a connection; waiting companies get slots by
 * round robin, so one company's flood delays the others by at most one unit of work.
 */
import { AsyncLocalStorage } from "node:async_hooks";

/** The company has as many units of work under way as it may, and none ended in time. */
export class Busy extends Error {
  constructor() {
    super("Too much is under way at the moment. Please try again.");
    this.name = "Busy";
  }
}

/** The kind of work. Each keeps slots that the other cannot acquire: searches never delay inbound messages. */
export type Kind = "agent" | "desk";

export type Shares = {
  /** Runs `work` when there is a slot. Throws Busy when none comes free in time. */
  run<Answer>(companyId: string, kind: Kind, work: () => Promise<Answer>): Promise<Answer>;
  /** The number of units of work that wait for a slot. */
  readonly waiting: number;
};

export type ShareLimits = {
  /** Units of work at once, in all. The rest of the pool is for look-ups of sessions, which acquire no slot. */
  total: number;
  /** Units of work of one kind, over all companies; also of one company, over both kinds. */
  kind: number;
  /** Units of work of one company and kind. */
  company: number;
  /** Milliseconds that a unit of work waits for its slot. */
  maxWait: number;
  /** The number that may wait for one company and kind. */
  queue: number;
};

export function shareLimits(connections: number): ShareLimits {
  const total = Math.max(1, connections - Math.max(2, Math.round(connections / 5)));
  const kind = Math.max(1, total - Math.max(1, Math.round(total / 4)));
  return { total, kind, company: Math.max(1, Math.ceil(total / 2)), maxWait: 5_000, queue: 1_000 };
}

/** Acquires the slot and begins. */
type Waiter = () => void;

export function createShares(limits: ShareLimits): Shares {
  const under = new Map<string, number>();
  /** Waiters by company and kind, the longest served last. */
  const queues = new Map<string, { companyId: string; kind: Kind; waiters: Waiter[] }>();
  /** A unit of work within another uses the outer one's slot: waiting for a second could wait for itself. */
  const outer = new AsyncLocalStorage<{ open: boolean }>();
  let waiting = 0;

  const count = (key: string) => under.get(key) ?? 0;
  const ofKind = (kind: Kind) => `*:${kind}`;
  const keysOf = (companyId: string, kind: Kind) => ["*", ofKind(kind), companyId, `${companyId}:${kind}`];

  function hasPlace(companyId: string, kind: Kind): boolean {
    const [all = "", kinds = "", company = "", own = ""] = keysOf(companyId, kind);
    return (
      count(all) < limits.total &&
      count(kinds) < limits.kind &&
      count(company) < limits.kind &&
      count(own) < limits.company
    );
  }

  function add(companyId: string, kind: Kind, change: 1 | -1) {
    for (const key of keysOf(companyId, kind)) {
      const now = count(key) + change;
      if (now === 0) under.delete(key);
      else under.set(key, now);
    }
  }

  function release(companyId: string, kind: Kind) {
    add(companyId, kind, -1);
    for (const [key, queue] of queues) {
      if (!hasPlace(queue.companyId, queue.kind)) continue;
      const next = queue.waiters.shift();
      queues.delete(key);
      if (queue.waiters.length > 0) queues.set(key, queue);
      next?.();
    }
  }

  async function acquireSlot(companyId: string, kind: Kind): Promise<void> {
    if (hasPlace(companyId, kind)) return add(companyId, kind, 1);
    const key = `${companyId}:${kind}`;
    const queue = queues.get(key) ?? { companyId, kind, waiters: [] };
    if (queue.waiters.length >= limits.queue) throw new Busy();
    queues.set(key, queue);
    waiting += 1;
    return new Promise((resolve, reject) => {
      const tooLong = setTimeout(() => {
        queue.waiters.splice(queue.waiters.indexOf(waiter), 1);
        if (queue.waiters.length === 0) queues.delete(key);
        waiting -= 1;
        reject(new Busy());
      }, limits.maxWait);
      const waiter: Waiter = () => {
        clearTimeout(tooLong);
        waiting -= 1;
        add(companyId, kind, 1);
        resolve();
      };
      queue.waiters.push(waiter);
    });
  }

  return {
    get waiting() {
      return waiting;
    },
    async run(companyId, kind, work) {
      if (outer.getStore()?.open) return work();
      await acquireSlot(companyId, kind);
      const unit = { open: true };
      try {
        return await outer.run(unit, work);
      } finally {
        unit.open = false;
        release(companyId, kind);
      }
    },
  };
}
