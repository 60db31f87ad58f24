/** Deleting an organisation. Its clients are removed in steps, each in a unit of work of its own. */
import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { lockOrganisation } from "./access.ts";
import { removeClients } from "./clients.ts";

type Work = (run: (scope: Scope) => Promise<boolean>) => Promise<boolean>;

const clientsPerStep = 5_000;

export async function deleteOrganisation(work: Work, id: string): Promise<void> {
  while (!(await work((scope) => step(scope, id))));
}

/** Answers true after the last step, which deletes the organisation itself. */
async function step(scope: Scope, id: string): Promise<boolean> {
  const { name } = await lockOrganisation(scope, id, "update");
  if ((await removeClients(scope, id, clientsPerStep)) === clientsPerStep) return false;
  await scope.db
    .deleteFrom("organisation_domain")
    .where("company_id", "=", scope.companyId)
    .where("organisation_id", "=", id)
    .execute();
  await scope.db
    .deleteFrom("organisation_value")
    .where("company_id", "=", scope.companyId)
    .where("organisation_id", "=", id)
    .execute();
  await scope.db
    .updateTable("organisation")
    .set({ deleted_on: scope.now, note: null })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
  const facts = { organisation: id };
  await record(scope, { kind: "organisation_delete", subject: scope.companyId, name, facts });
  return true;
}
