import { randomUUID } from "node:crypto";
import type { Context } from "../../server/src/floor/context.ts";

/** The id of a process whose lease has ended. The column rounds to milliseconds, so `now()` may be ahead of the next statement. */
export async function endedProcess({ pool }: Pick<Context, "pool">): Promise<string> {
  const id = randomUUID();
  await pool.query(
    "insert into process (id, started_on, lease_until) values ($1, now(), now() - interval '1 second')",
    [id],
  );
  return id;
}
