import { setTimeout as wait } from "node:timers/promises";

/** The number of items that may wait; more are refused. */
const mostWaiting = 10_000;
const perRun = 1_000;

type Waiting<Item, Answer> = { item: Item; resolve(answer: Answer): void; reject(error: unknown): void };

/**
 * Runs all waiting items together, one run at a time. No answer is older than its item: an item never joins a run under
 * way. `run` answers in the order of its items. A run waits `gather` milliseconds for more items, where nobody waits for
 * its answers.
 */
export function together<Item, Answer>(
  run: (items: Item[]) => Promise<Answer[]>,
  gather = 0,
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let running = false;
  return async function ask(item) {
    if (waiting.length >= mostWaiting) throw new Error("Too many wait for their answer");
    return await new Promise<Answer>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) void runAll();
    });
  };

  async function runAll(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      // Without time to gather, items of one turn of the event loop run together.
      await (gather > 0 ? wait(gather) : new Promise((resolve) => setImmediate(resolve)));
      await answer(waiting.splice(0, perRun));
    }
    running = false;
  }

  async function answer(batch: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await run(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
