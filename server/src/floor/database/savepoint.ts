import { sql } from "kysely";
import type { Actor } from "../actors/actor.ts";
import type { Scope } from "./scope.ts";

/**
 * Does a part of a unit of work of which nothing stays when it throws: no row, no event and no job. The unit of work goes
 * on.
 */
export async function inSavepoint<A extends Actor, Answer>(
  scope: Scope<A>,
  work: (part: Scope<A>) => Promise<Answer>,
): Promise<Answer> {
  const effects: (() => void | Promise<void>)[] = [];
  const part: Scope<A> = {
    ...scope,
    publish: (event, payload, rooms) => void effects.push(() => scope.publish(event, payload, rooms)),
    enqueue: async (task, payload, options) => void effects.push(() => scope.enqueue(task, payload, options)),
    recorded: () => void effects.push(() => scope.recorded()),
    afterCommit: (task) => void effects.push(() => scope.afterCommit(task)),
  };
  await sql`savepoint part`.execute(scope.db);
  let answer: Answer;
  try {
    answer = await work(part);
  } catch (error) {
    await sql`rollback to savepoint part`.execute(scope.db);
    throw error;
  }
  await sql`release savepoint part`.execute(scope.db);
  for (const effect of effects) await effect();
  return answer;
}
