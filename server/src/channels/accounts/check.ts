/**
 * Checks every account every few minutes, and one in trouble every minute. A process claims accounts by moving their next
 * check, so that several share the work and a crashed one holds nothing.
 */
import { reasonOf } from "@parley/contract/reasons";
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, inCompany, type Scope } from "../../floor/database/scope.ts";
import type { Checkup } from "../seam/adapter.ts";
import type { ChannelRow } from "../seam/module.ts";
import { checkNeighbours, explainSilence } from "./compare.ts";
import { failuresOf } from "./failures.ts";
import { openChannel } from "./find.ts";
import { markAttention, markBroken, markWorking, webhookOff } from "./health.ts";

const every = 5 * 60_000;
const inTrouble = 60_000;
/** A second finding within this time does not confirm the first. */
const confirmAfter = 45_000;
const timeout = 15_000;
const most = 48;
const together = 8;

type Asking = Pick<Context, "adapters" | "secrets" | "config">;

/** Asks the provider. An adapter that outlives the signal is not waited for. */
export async function askProvider(
  { adapters, secrets, config }: Asking,
  row: ChannelRow,
  { signal = AbortSignal.timeout(timeout), accepted }: { signal?: AbortSignal; accepted?: () => void } = {},
): Promise<Checkup> {
  let channel: ReturnType<typeof openChannel>;
  try {
    channel = openChannel(row, secrets);
  } catch {
    return { outcome: "broken", reason: reasonOf("credentials_unreadable"), mend: "connect_again" };
  }
  const calledAt = row.webhook_secret_hash ? config.publicUrl : null;
  const late = Promise.withResolvers<Checkup>();
  const giveUp = () => late.resolve({ outcome: "unreachable", reason: reasonOf("call_aborted") });
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await Promise.race([
      adapters.of(row.platform).check(channel, calledAt, signal, accepted),
      late.promise,
    ]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

/** Checks the accounts that are due. */
export async function checkAccounts(context: Context): Promise<void> {
  const due = await claim(context);
  const next = async () => {
    for (let row = due.shift(); row; row = due.shift()) {
      try {
        await settleCheckup(context, row, await askProvider(context, row));
      } catch (error) {
        context.log.warn({ err: error, channel: row.id }, "An account could not be checked");
      }
    }
  };
  await Promise.all(Array.from({ length: together }, next));
}

function claim(context: Context): Promise<ChannelRow[]> {
  const now = context.clock();
  return acrossCompanies(context, (db) =>
    db
      .updateTable("channel")
      .set({ next_check_on: new Date(now.getTime() + every) })
      .where("id", "in", (eb) =>
        eb
          .selectFrom("channel")
          .select("id")
          .where("removed_on", "is", null)
          .where((or) => or.or([or("next_check_on", "is", null), or("next_check_on", "<=", now)]))
          .orderBy("next_check_on", (order) => order.asc().nullsFirst())
          .limit(most)
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .execute(),
  );
}

/** Writes a checkup into the account's state. What may pass by itself counts when a second check finds it too. */
export async function settleCheckup(context: Context, row: ChannelRow, checkup: Checkup): Promise<void> {
  const explained =
    checkup.outcome === "unreachable" ? await explainSilence(context, row, checkup.reason) : null;
  await inCompany(context, { kind: "desk", companyId: row.company_id }, async (scope) => {
    const verdict = checkup.outcome === "working" ? ((await ownFinding(scope, row)) ?? checkup) : checkup;
    const suspectedOn = await note(scope, row.id, checkup.outcome, verdict.outcome);
    if (suspectedOn === undefined) return;
    const confirmed = suspectedOn !== null && scope.now.getTime() - suspectedOn.getTime() >= confirmAfter;
    switch (verdict.outcome) {
      case "broken":
        return markBroken(scope, row.id, verdict.reason, { mend: verdict.mend, by: "check" });
      case "unreachable":
        if (!confirmed || !explained) return;
        return markBroken(scope, row.id, explained.reason, { mend: explained.mend, by: "silence" });
      case "attention":
        await markWorking(scope, row.id, { by: "check" });
        if (confirmed) await markAttention(scope, row.id, verdict);
        return;
      case "working":
        await markWorking(scope, row.id, { by: "check" });
        await markAttention(scope, row.id, null);
    }
  });
  if (checkup.outcome === "unreachable") await checkNeighbours(context, row);
}

/** The desk's own finding about an account whose provider reports no fault. */
async function ownFinding(scope: Scope, { id, webhook_off_on: off }: ChannelRow): Promise<Checkup | null> {
  if (off) return { outcome: "attention", ...webhookOff };
  return failuresOf(scope, id);
}

/** Returns since when the account is under suspicion; undefined when it was disconnected meanwhile. */
async function note(
  scope: Scope,
  id: string,
  answered: Checkup["outcome"],
  found: Checkup["outcome"],
): Promise<Date | null | undefined> {
  const well = found === "working";
  const noted = await scope.db
    .updateTable("channel")
    .set({
      check_outcome: answered,
      checked_on: scope.now,
      next_check_on: new Date(scope.now.getTime() + (well ? every : inTrouble)),
      suspected_on: well ? null : sql`coalesce(suspected_on, ${scope.now})`,
    })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where("removed_on", "is", null)
    .returning("suspected_on")
    .executeTakeFirst();
  return noted?.suspected_on;
}
