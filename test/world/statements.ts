import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import type { Context } from "../../server/src/floor/context.ts";

const apart = new AsyncLocalStorage<true>();

/** Runs work beside a test, as a worker does: its statements do not count, now or later. */
export const beside = <Answer>(begin: () => Answer): Answer => apart.run(true, begin);

/** Counts the statements that PostgreSQL gets while `run` runs; a batch sent at once counts as one. */
export async function countStatements<Answer>(
  _world: { context: Context } | null,
  run: () => Promise<Answer>,
): Promise<{ statements: string[]; answer: Answer }> {
  const statements: string[] = [];
  const send = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    if (!apart.getStore())
      statements.push(
        typeof first === "string" ? first : String((first as { text?: string } | undefined)?.text),
      );
    return Reflect.apply(send, this, args);
  } as typeof send;
  try {
    return { statements, answer: await run() };
  } finally {
    pg.Client.prototype.query = send;
  }
}
