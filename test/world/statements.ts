import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import type { Context } from "../../server/src/context.ts";

/**
 * The statements that PostgreSQL is sent by `run` and by what it begins, until it ends; a batch sent at once counts as one. Those of a
 * worker beside it do not count.
 */
export async function countStatements<Answer>(
  _world: { context: Context } | null,
  run: () => Promise<Answer>,
): Promise<{ statements: string[]; answer: Answer }> {
  const statements: string[] = [];
  const send = pg.Client.prototype.query;
  const counted = new AsyncLocalStorage<true>();
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    if (counted.getStore())
      statements.push(
        typeof first === "string" ? first : String((first as { text?: string } | undefined)?.text),
      );
    return Reflect.apply(send, this, args);
  } as typeof send;
  try {
    return { statements, answer: await counted.run(true, run) };
  } finally {
    pg.Client.prototype.query = send;
  }
}
