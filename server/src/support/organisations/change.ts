/** Changes of organisations by an administrator. */

import { limits } from "@parley/contract/limits";
import type { CreateOrganisation, Organisation, UpdateOrganisation } from "@parley/contract/organisations";
import { reasonOf } from "@parley/contract/reasons";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { lockCompany } from "../../people/company/lock.ts";
import { lockOrganisation, type OrganisationRecord } from "./access.ts";
import { checkDomains, setDomains } from "./domains.ts";
import { domainsOf, viewOrganisation } from "./view.ts";

/** 409 for a name or a domain in use, and when the company has the most it may. */
export async function createOrganisation(
  scope: Scope,
  { name, domains: given = [], note }: CreateOrganisation,
): Promise<Organisation> {
  const domains = checkDomains(given);
  await lockCompany(scope);
  await checkRoom(scope);
  await checkName(scope, name);
  const organisation = await scope.db
    .insertInto("organisation")
    .values({ company_id: scope.companyId, name, note: note || null, created_on: scope.now })
    .returningAll()
    .executeTakeFirstOrThrow();
  await setDomains(scope, organisation.id, domains);
  await record(scope, {
    kind: "organisation_create",
    subject: scope.companyId,
    name,
    facts: { organisation: organisation.id },
  });
  return viewOrganisation(scope, organisation);
}

export async function updateOrganisation(
  scope: Scope,
  { organisationid: id, name, domains, note }: UpdateOrganisation,
): Promise<Organisation> {
  const wanted = domains && checkDomains(domains);
  await lockCompany(scope);
  const before = await lockOrganisation(scope, id, "update");
  const auditedBefore = await audited(scope, before);
  if (name !== undefined) await checkName(scope, name, id);
  const after = await scope.db
    .updateTable("organisation")
    .set({ name: name ?? before.name, note: note === undefined ? before.note : note || null })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (wanted) await setDomains(scope, id, wanted);
  const changes = changesBetween(auditedBefore, await audited(scope, after));
  const fields = Object.keys(changes);
  if (fields.length > 0)
    await record(scope, {
      kind: "organisation_update",
      subject: scope.companyId,
      name: before.name,
      facts: { organisation: id, fields },
      changes,
    });
  return viewOrganisation(scope, after);
}

const audited = async (scope: Scope, { id, name, note }: OrganisationRecord) => ({
  name,
  note,
  domains: ((await domainsOf(scope, [id])).get(id) ?? []).join(", "),
});

async function checkRoom({ db, companyId }: Scope): Promise<void> {
  const { count } = await db
    .selectFrom("organisation")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("company_id", "=", companyId)
    .where("deleted_on", "is", null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= limits.organisationsPerCompany)
    throw conflict("conflict", reasonOf("organisations_full", { max: limits.organisationsPerCompany }));
}

async function checkName({ db, companyId }: Scope, name: string, own?: string): Promise<void> {
  const same = await db
    .selectFrom("organisation")
    .select(["id", "name"])
    .where("company_id", "=", companyId)
    .where("deleted_on", "is", null)
    .where(sql<boolean>`fold(name) = fold(${name}::text)`)
    .executeTakeFirst();
  if (same && same.id !== own)
    throw conflict("conflict", reasonOf("organisation_exists", { name: same.name }));
}
