/**
 * A queue for a scarce resource, fair between companies: round robin, one slot per company at a time, and a bounded wait.
 * One company's files delay another's by at most the work under way.
 */
import { RecentUse, type Use } from "./recent-use.ts";

export type QueueOptions = {
  /** Runs before the company's other work: an agent waits for the answer. */
  urgent: boolean;
  /** The longest wait in milliseconds. */
  maxWait: number;
};

type Waiting = { urgent: boolean; settle(admitted: boolean): void };

export type FairQueue = {
  /** Null when no slot is free in time, or too many of the company wait already. */
  run<Result>(companyId: string, options: QueueOptions, work: () => Promise<Result>): Promise<Result | null>;
  /** The number of a company's entries that wait or run. */
  count(companyId: string): number;
  /** Rejects all waiting and later work. */
  close(): void;
};

type Size = {
  atOnce: number;
  mostWaiting: number;
  /** Several companies that flood do not hold all slots: so many are only for those that used little lately. */
  kept?: { slots: number; use: Use };
};

export function createFairQueue({ atOnce, mostWaiting, kept }: Size): FairQueue {
  /** Companies in the order of their next slot. */
  const queues = new Map<string, Waiting[]>();
  const underWay = new Set<string>();
  const recent = kept && new RecentUse(kept.use);
  let closed = false;

  function admit() {
    for (const [companyId, queue] of queues) {
      if (underWay.size >= atOnce) return;
      if (underWay.has(companyId) || (kept && recent?.isMuch(companyId) && isFull(kept.slots))) continue;
      const urgent = queue.findIndex((waiting) => waiting.urgent);
      const [next] = queue.splice(Math.max(0, urgent), 1);
      if (queue.length === 0) queues.delete(companyId);
      underWay.add(companyId);
      next?.settle(true);
    }
  }

  /** True if companies that used much lately have all slots that are not kept. */
  const isFull = (keptSlots: number) =>
    [...underWay].filter((companyId) => recent?.isMuch(companyId)).length >= atOnce - keptSlots;

  function wait(companyId: string, { urgent, maxWait }: QueueOptions): Promise<boolean> {
    const queue = queues.get(companyId) ?? [];
    if (closed || queue.length >= mostWaiting) return Promise.resolve(false);
    return new Promise((resolve) => {
      const waiting: Waiting = {
        urgent,
        settle(admitted) {
          clearTimeout(timer);
          resolve(admitted);
        },
      };
      const timer = setTimeout(() => {
        leave(companyId, waiting);
        resolve(false);
      }, maxWait);
      queue.push(waiting);
      queues.set(companyId, queue);
      admit();
    });
  }

  function moveBack(companyId: string) {
    const queue = queues.get(companyId);
    queues.delete(companyId);
    if (queue) queues.set(companyId, queue);
  }

  function leave(companyId: string, waiting: Waiting) {
    const remaining = (queues.get(companyId) ?? []).filter((one) => one !== waiting);
    if (remaining.length > 0) queues.set(companyId, remaining);
    else queues.delete(companyId);
  }

  return {
    async run(companyId, options, work) {
      if (!(await wait(companyId, options))) return null;
      const begun = performance.now();
      try {
        return await work();
      } finally {
        recent?.add(companyId, performance.now() - begun);
        underWay.delete(companyId);
        moveBack(companyId);
        admit();
      }
    },
    count: (companyId) => (queues.get(companyId)?.length ?? 0) + (underWay.has(companyId) ? 1 : 0),
    close() {
      closed = true;
      for (const waiting of [...queues.values()].flat()) waiting.settle(false);
      queues.clear();
    },
  };
}
