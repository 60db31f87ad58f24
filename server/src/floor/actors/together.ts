/** The number of items that may wait; more are refused. */
const mostWaiting = 10_000;
const perRun = 1_000;

type Waiting<Item, Answer> = { item: Item; resolve(answer: Answer): void; reject(error: unknown): void };

/**
 * Runs all waiting items together, one run at a time. No answer is older than its item: an item never joins a run under
 * way. `run` answers in the order of its items. Before each run further items gather: those of one turn of the event loop, unless
 * `gather` waits longer.
 */
export function together<Item, Answer>(
  run: (items: Item[]) => Promise<Answer[]>,
  gather: () => Promise<unknown> = nextTurn,
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
      await gather();
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

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
