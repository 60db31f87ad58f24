import { randomUUID } from "node:crypto";
import type { Context } from "../../server/src/floor/context.ts";

/** The id of a process that no longer renews its lease. */
export async function endedProcess({ pool }: Pick<Context, "pool">): Promise<string> {
  const id = randomUUID();
  await pool.query("insert into process (id, started_on, lease_until) values ($1, now(), now())", [id]);
  return id;
}
