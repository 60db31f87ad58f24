import type { Context } from "../context.ts";
import { inCompany } from "../database/scope.ts";
import type { Channel } from "./adapters/adapter.ts";

/** Milliseconds between two writes of one process for one account: its row must not be written with every message. */
const pause = 10_000;

type Direction = "last_in_on" | "last_out_on";

const written = new WeakMap<object, Map<string, number>>();

/** Records when an account last received or sent. Nothing depends on it, so a failure is only logged. */
export async function recordActivity(
  context: Context,
  { id, companyId }: Pick<Channel, "id" | "companyId">,
  direction: Direction,
): Promise<void> {
  const known = written.get(context) ?? new Map<string, number>();
  written.set(context, known);
  const key = `${id} ${direction}`;
  const now = context.clock();
  if (now.getTime() - (known.get(key) ?? Number.NEGATIVE_INFINITY) < pause) return;
  known.set(key, now.getTime());
  try {
    await inCompany(context, { kind: "desk", companyId }, ({ db }) =>
      db
        .updateTable("channel")
        .set({ [direction]: now })
        .where("company_id", "=", companyId)
        .where("id", "=", id)
        .execute(),
    );
  } catch (error) {
    context.log.warn({ err: error, channel: id }, "An account's last activity was not noted");
  }
}
