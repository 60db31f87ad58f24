/** Explains which automatic messages were sent in a conversation, and why others were not. */
import type { AutomaticOutcome } from "@parley/contract/automatic";
import type { AutomaticReason, Occasion } from "@parley/contract/automatic-text";
import type { Scope } from "../../floor/database/scope.ts";
import { accessTicket } from "../ticket/access.ts";
import { decide } from "./decide.ts";
import { readConversation, ruleOf } from "./facts.ts";
import { selectAutomatic } from "./rows.ts";
import { readOutcomes } from "./run.ts";

/**
 * The past outcomes, oldest first, then the state of each automatic message. One that was due and cannot be again is
 * not listed twice.
 */
export async function explainAutomatic(scope: Scope, id: string): Promise<AutomaticOutcome[]> {
  const ticket = await accessTicket(scope, id, "read");
  const past = await readOutcomes(scope, ticket.id);
  const rows = await selectAutomatic(scope).execute();
  const conversation = await readConversation(scope, ticket);
  const standing = rows.flatMap((row): AutomaticOutcome[] => {
    const before = past.filter(({ automatic_id }) => automatic_id === row.id);
    const decision = decide(ruleOf(row), conversation, before, scope.now);
    if (before.length > 0 && decision.state === "not_due") return [];
    const of = { automaticid: row.id, name: row.name, occasion: row.occasion as Occasion };
    if (decision.state === "waiting")
      return [{ ...of, state: "waiting", reason: null, time: decision.on.toISOString() }];
    // A due message is sent with the next run.
    if (decision.state === "due")
      return [{ ...of, state: "waiting", reason: null, time: scope.now.toISOString() }];
    return [{ ...of, state: decision.state, reason: decision.reason, time: null }];
  });
  return [...(await viewOutcomes(scope, past)), ...standing];
}

async function viewOutcomes(
  scope: Scope,
  past: Awaited<ReturnType<typeof readOutcomes>>,
): Promise<AutomaticOutcome[]> {
  if (past.length === 0) return [];
  const rows = await scope.db
    .selectFrom("automatic_message")
    .select(["id", "name", "occasion"])
    .where("company_id", "=", scope.companyId)
    .where("id", "in", [...new Set(past.map(({ automatic_id }) => automatic_id))])
    .execute();
  const names = new Map(rows.map((row) => [row.id, row]));
  return past.map(({ automatic_id, outcome, reason, time }) => ({
    automaticid: automatic_id,
    name: names.get(automatic_id)?.name ?? "",
    occasion: names.get(automatic_id)?.occasion as Occasion,
    state: outcome as AutomaticOutcome["state"],
    reason: reason as AutomaticReason | null,
    time: time.toISOString(),
  }));
}
