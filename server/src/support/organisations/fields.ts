/** The fields of an organisation. */
import type { setOrganisationField as body } from "@parley/contract/fields";
import type { Organisation } from "@parley/contract/organisations";
import type { z } from "zod";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { setValue } from "../fields/set-value.ts";
import { lockOrganisation } from "./access.ts";
import { viewOrganisation } from "./view.ts";

/** 404 for a field that is not offered, 400 for a value that it does not accept. */
export async function setOrganisationField(
  scope: Scope<ProgramActor>,
  { organisationid, ...change }: z.output<typeof body>,
): Promise<Organisation> {
  const organisation = await lockOrganisation(scope, organisationid, "update");
  const field = await setValue(scope, "organisation", organisation.id, change);
  if (field)
    await record(scope, {
      kind: "organisation_field",
      subject: scope.companyId,
      facts: { organisation: organisation.id, field: field.id },
    });
  return viewOrganisation(scope, organisation);
}
