/** Gives tickets the policy that chooses them: the first one whose condition holds. The ticket's trigger keeps its clocks. */
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { inTransaction } from "../../floor/ledger/subscribers.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { holdsSql } from "../../support/conditions/to-sql.ts";
import { publishTickets } from "./live.ts";
import { selectPolicies } from "./rows.ts";

/**
 * The caller holds the tickets' locks. `anew` dates also those whose policy stays. Answers the ids of the tickets that
 * changed.
 */
export async function choosePolicies(
  scope: Scope,
  tickets: RawBuilder<unknown>,
  { anew = false } = {},
): Promise<string[]> {
  const policies = await selectPolicies(scope).execute();
  if (policies.length === 0 && !anew) return [];
  const reading = { viewer: null, zone: await companyTimeZone(scope), now: scope.now };
  const cases = policies.map(
    ({ id, condition }) => sql`when ${holdsSql(condition, reading)} then ${id}::uuid`,
  );
  const chosen = cases.length === 0 ? sql`null::uuid` : sql`case ${sql.join(cases, sql` `)} end`;
  const { rows } = await sql<{ id: string }>`
    update ticket t set goal_policy_id = c.policy,
      goal_due_on = case when c.policy is not null or t.goal_policy_id is not null then '-infinity'::timestamptz end
    from (select ticket.id, ${chosen} as policy from ticket
      where ticket.company_id = ${scope.companyId} and ticket.closed_on is null and ${tickets}) c
    where t.company_id = ${scope.companyId} and t.id = c.id
      and (t.goal_policy_id is distinct from c.policy or (${anew} and c.policy is not null))
    returning t.id`.execute(scope.db);
  return rows.map(({ id }) => id);
}

const ticketKinds = [
  ...(["ticket_create", "ticket_split_off", "ticket_reopen", "ticket_reassign", "ticket_take_over"] as const),
  ...(["ticket_priority", "ticket_tag", "ticket_field", "ticket_merge", "ticket_unmerge"] as const),
  ...(["ticket_restore"] as const),
] as const;

/** Chooses again once something has changed that a condition may ask of a ticket. A new ticket is published with its first message. */
export const choosePolicyOfTicket = inTransaction(ticketKinds, async (scope, { kind, subject }) => {
  const changed = await choosePolicies(scope, sql`ticket.id = ${subject}`);
  if (kind !== "ticket_create") await publishTickets(scope, changed);
});

const clientKinds = [
  ...(["client_tag", "client_field", "client_update", "client_organisation", "client_join"] as const),
  ...(["client_merge", "client_unmerge"] as const),
] as const;

export const choosePoliciesOfClient = inTransaction(clientKinds, async (scope, { subject }) => {
  await publishTickets(scope, await choosePolicies(scope, sql`ticket.client_id = ${subject}`));
});
