/** A client joins an organisation by the domain of an address that they have proved, where the company wants it. */
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { departmentsOfClient } from "../client/departments.ts";
import { shownOnTickets } from "../organisation/names.ts";
import { foldDomain } from "./domains.ts";

/** Changes nothing for a client who is in an organisation, or whom an administrator put in or removed. */
export async function joinByAddress(scope: Scope, clientId: string, address: string): Promise<void> {
  const domain = foldDomain(address.slice(address.lastIndexOf("@") + 1));
  if (domain === "") return;
  const { companyId } = scope;
  const { rows } = await sql<{ id: string }>`
    select o.id from organisation_domain d
    join company k on k.company_id = d.company_id and k.organisations_join
    join organisation o on o.company_id = d.company_id and o.id = d.organisation_id and o.deleted_on is null
    where d.company_id = ${companyId} and d.domain = ${domain} for share of o`.execute(scope.db);
  const organisation = rows[0]?.id;
  if (!organisation) return;
  const joined = await scope.db
    .updateTable("client")
    .set({ organisation_id: organisation })
    .where("company_id", "=", companyId)
    .where("id", "=", clientId)
    .where("organisation_id", "is", null)
    .where("organisation_chosen_on", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!joined) return;
  await record(scope, {
    kind: "client_join",
    subject: clientId,
    facts: { organisation },
    inHand: {
      departments: await departmentsOfClient(scope, clientId),
      organisation: await shownOnTickets(scope, organisation),
    },
  });
}
