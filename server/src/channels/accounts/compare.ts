/** Distinguishes a provider's outage from one of ours: an account that gets no answer is compared with others. */
import type { Mend } from "@parley/contract/channel-states";
import { type Reason, reasonOf } from "@parley/contract/reasons";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";
import type { ChannelRow } from "../seam/module.ts";

/** The number of accounts of the same platform, and of other platforms, to compare with. */
const compared = 5;
const recent = 60_000;

type Silent = Pick<ChannelRow, "id" | "platform" | "suspected_on">;

/** Explains why an account gets no answer, from the checks since the first that had none. */
export async function explainSilence(
  context: Context,
  { id, platform, suspected_on: since }: Silent,
  reason: Reason,
): Promise<{ reason: Reason; mend: Mend }> {
  const others = await acrossCompanies(context, (db) =>
    db
      .selectFrom("channel")
      .select((eb) => [
        eb("platform", "=", platform).as("same"),
        eb("check_outcome", "<>", "unreachable").as("answered"),
      ])
      .where("removed_on", "is", null)
      .where("id", "<>", id)
      .where("checked_on", ">=", since ?? context.clock())
      .groupBy(["same", "answered"])
      .execute(),
  );
  const any = (same: boolean, answered: boolean) =>
    others.some((group) => Boolean(group.same) === same && Boolean(group.answered) === answered);
  if (any(true, true)) return { reason, mend: "check_account" };
  const provider = String(reason.facts.provider ?? platform);
  if (any(false, true)) {
    return any(true, false)
      ? { reason: reasonOf("provider_away", { provider }), mend: "wait" }
      : { reason, mend: "check_account" };
  }
  if (any(false, false)) return { reason: reasonOf("network_away"), mend: "check_network" };
  return { reason, mend: "check_network" };
}

/** Brings forward the next check of the accounts to compare with. */
export async function checkNeighbours(context: Context, { id, platform }: Silent): Promise<void> {
  const now = context.clock();
  await acrossCompanies(context, async (db) => {
    for (const same of ["=", "<>"] as const) {
      await db
        .updateTable("channel")
        .set({ next_check_on: now })
        .where("id", "in", (eb) =>
          eb
            .selectFrom("channel")
            .select("id")
            .where("platform", same, platform)
            .where("id", "<>", id)
            .where("removed_on", "is", null)
            .where("next_check_on", ">", now)
            .where("checked_on", "<", new Date(now.getTime() - recent))
            .orderBy("checked_on")
            .limit(compared)
            .forUpdate()
            .skipLocked(),
        )
        .execute();
    }
  });
}
