/** Lets messages go first where the process is busy. */
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";

/** A busy process runs its timers late: it is waited for so many times the delay more, at most so many milliseconds. */
const yielding = 20;
const mostYielded = 300;

/** Waits so many milliseconds, or for the event loop's next turn, and longer in a busy process. */
export async function yieldToMessages(milliseconds: number): Promise<void> {
  const begun = performance.now();
  await (milliseconds > 0 ? wait(milliseconds) : nextTurn());
  const late = performance.now() - begun - milliseconds - 2;
  if (late > 0) await wait(Math.min(late * yielding, mostYielded));
}
