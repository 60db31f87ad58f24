import { setTimeout as wait } from "node:timers/promises";

/** A lock that others hold for longer than lock_timeout, a deadlock, a serialization failure. */
const passing = new Set(["55P03", "40P01", "40001"]);
/** The longest time others queue behind a statement that waits for its lock. */
export const lockTimeout = "2s";
const tries = 300;
const pause = 1_000;

/**
 * Repeats work that gives way to other processes: an upgrade waits for them, never they for it. The tries take some ten
 * minutes.
 */
export async function retrying<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const { code = "" } = error as { code?: string };
      if (!passing.has(code) || attempt === tries) throw error;
      await wait(pause);
    }
  }
}
