/** Records whether an account works, and when it last received or sent. */
import type { Reason } from "@parley/contract/reasons";
import type { Context } from "../context.ts";
import { inCompany, type Scope } from "../database/scope.ts";
import type { Channel } from "./adapters/adapter.ts";
import { publishChannel } from "./publish.ts";

type Inside = Pick<Scope, "db" | "companyId" | "now" | "publish">;

/** The first moment and reason stay until it works again. */
export async function markBroken(scope: Inside, channelId: string, reason: Reason): Promise<void> {
  const changed = await scope.db
    .updateTable("channel")
    .set({ broken_on: scope.now, broken_reason: reason })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", channelId)
    .where("broken_on", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (changed) publishChannel(scope, channelId, { tickets: false });
}

export async function markWorking(scope: Inside, channelId: string): Promise<void> {
  const changed = await scope.db
    .updateTable("channel")
    .set({ broken_on: null, broken_reason: null })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", channelId)
    .where("broken_on", "is not", null)
    .returning("id")
    .executeTakeFirst();
  if (changed) publishChannel(scope, channelId, { tickets: false });
}

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
