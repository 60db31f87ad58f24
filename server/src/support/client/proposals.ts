/** Proposals to merge clients who have proved the same address, number or subject. */
import { sql } from "kysely";
import { rooms } from "../../floor/actors/rooms.ts";
import type { Scope } from "../../floor/database/scope.ts";

/** The clients with whom one is proposed for each proof: a value that very many share says little. */
const mostForEach = 5;

/** Proposes the client anew: with those who share one of their present proofs. A dismissed pair stays dismissed. */
export async function proposeAnew(scope: Scope, clientId: string): Promise<void> {
  await withdraw(scope, clientId);
  const { numAffectedRows: proposed } = await sql`
    insert into merge_proposal (company_id, first_id, second_id, proposed_on)
    select distinct ${scope.companyId}::uuid, least(${clientId}::uuid, other.client_id),
      greatest(${clientId}::uuid, other.client_id), ${scope.now}::timestamptz
    from client_identity own
    join identity_proof p on p.company_id = own.company_id and p.channel_id = own.channel_id and p.external_id = own.external_id
    cross join lateral (
      select distinct i.client_id from identity_proof q
      join client_identity i on i.company_id = q.company_id and i.channel_id = q.channel_id and i.external_id = q.external_id
      where q.company_id = p.company_id and q.kind = p.kind and q.value = p.value and i.client_id <> ${clientId}
      limit ${mostForEach}) other
    where own.company_id = ${scope.companyId} and own.client_id = ${clientId}
    on conflict do nothing`.execute(scope.db);
  if (Number(proposed) > 0) publishChange(scope);
}

/** Administrators who have proposals on screen fetch them anew. */
const publishChange = ({ companyId, publish }: Scope) =>
  publish("mergeProposalsChanged", {}, [rooms.admins(companyId)]);

/** Removes the open proposals of a client. */
async function withdraw(scope: Scope, clientId: string): Promise<void> {
  const { numDeletedRows } = await scope.db
    .deleteFrom("merge_proposal")
    .where("company_id", "=", scope.companyId)
    .where("dismissed_on", "is", null)
    .where((eb) => eb.or([eb("first_id", "=", clientId), eb("second_id", "=", clientId)]))
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) publishChange(scope);
}

/** After a merge: whom an administrator told apart from the merged client is not proposed with the kept one. */
export async function proposeMerged(scope: Scope, keptId: string, mergedId: string): Promise<void> {
  await withdraw(scope, mergedId);
  await sql`
    insert into merge_proposal as old (company_id, first_id, second_id, proposed_on, dismissed_on, dismissed_by)
    select company_id, least(${keptId}::uuid, other), greatest(${keptId}::uuid, other), proposed_on, dismissed_on, dismissed_by
    from (
      select p.*, case when first_id = ${mergedId} then second_id else first_id end as other from merge_proposal p
      where company_id = ${scope.companyId} and dismissed_on is not null and (first_id = ${mergedId} or second_id = ${mergedId})) told
    where other <> ${keptId}
    on conflict (company_id, first_id, second_id) do update
      set dismissed_on = excluded.dismissed_on, dismissed_by = excluded.dismissed_by where old.dismissed_on is null`.execute(
    scope.db,
  );
  await proposeAnew(scope, keptId);
}

/** After a merge was undone: the two are told apart, and each is proposed by what it has proved. */
export async function proposeParted(scope: Scope, one: string, other: string): Promise<void> {
  await dismiss(scope, one, other);
  await proposeAnew(scope, one);
  await proposeAnew(scope, other);
}

/** Notes that the two are different people. Returns whether they were proposed. */
export async function dismiss(scope: Scope, one: string, other: string): Promise<boolean> {
  const { companyId: company_id, now, actor } = scope;
  const [first_id, second_id] = [one, other].toSorted() as [string, string];
  const by = { dismissed_on: now, dismissed_by: actor.id };
  const before = await scope.db
    .selectFrom("merge_proposal")
    .select("dismissed_on")
    .where("company_id", "=", company_id)
    .where("first_id", "=", first_id)
    .where("second_id", "=", second_id)
    .forUpdate()
    .executeTakeFirst();
  await scope.db
    .insertInto("merge_proposal")
    .values({ company_id, first_id, second_id, proposed_on: now, ...by })
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "first_id", "second_id"])
        .doUpdateSet(by)
        .where("merge_proposal.dismissed_on", "is", null),
    )
    .execute();
  const wasProposed = before !== undefined && before.dismissed_on === null;
  if (wasProposed) publishChange(scope);
  return wasProposed;
}
