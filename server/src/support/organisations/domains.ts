/** The domains of organisations. */
import { domainToASCII } from "node:url";
import { limits } from "@parley/contract/limits";
import { reasonOf } from "@parley/contract/reasons";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict, invalid } from "../../floor/errors/errors.ts";
import { isPublicMailDomain } from "./public-mail.ts";

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** A domain in lower-case ASCII (RFC 5891); empty for what is none. */
export const foldDomain = (domain: string): string => domainToASCII(domain.trim().replace(/\.$/, ""));

/** Throws 400 for what is no domain, and for one where anyone can have an address. */
export function checkDomains(given: string[]): string[] {
  const domains = new Set(given.filter((one) => one.trim() !== "").map(checkDomain));
  if (domains.size > limits.organisationDomains)
    throw invalid(reasonOf("organisation_domains_full", { max: limits.organisationDomains }));
  return [...domains].toSorted();
}

function checkDomain(given: string): string {
  const domain = foldDomain(given.replace(/^@/, ""));
  const labels = domain.split(".");
  const isNumber = /^\d+$/.test(labels.at(-1) ?? "");
  if (labels.length < 2 || domain.length > 253 || isNumber || !labels.every((one) => label.test(one)))
    throw invalid(reasonOf("organisation_domain_wrong", { domain: given.slice(0, 100) }));
  if (isPublicMailDomain(domain)) throw invalid(reasonOf("organisation_domain_public", { domain }));
  return domain;
}

/** Makes them the organisation's only domains. 409 for one that another has. The caller holds the company's lock. */
export async function setDomains(scope: Scope, organisation: string, domains: string[]): Promise<void> {
  const { db, companyId } = scope;
  await checkFree(scope, organisation, domains);
  let others = db
    .deleteFrom("organisation_domain")
    .where("company_id", "=", companyId)
    .where("organisation_id", "=", organisation);
  if (domains.length > 0) others = others.where("domain", "not in", domains);
  await others.execute();
  if (domains.length === 0) return;
  await db
    .insertInto("organisation_domain")
    .values(domains.map((domain) => ({ company_id: companyId, domain, organisation_id: organisation })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function checkFree({ db, companyId }: Scope, organisation: string, domains: string[]): Promise<void> {
  if (domains.length === 0) return;
  const inUse = await db
    .selectFrom("organisation_domain as d")
    .innerJoin("organisation as o", (join) =>
      join.onRef("o.company_id", "=", "d.company_id").onRef("o.id", "=", "d.organisation_id"),
    )
    .select(["d.domain", "o.name"])
    .where("d.company_id", "=", companyId)
    .where("d.domain", "in", domains)
    .where("d.organisation_id", "!=", organisation)
    .limit(1)
    .executeTakeFirst();
  if (inUse) throw conflict("conflict", reasonOf("organisation_domain_taken", inUse));
}
