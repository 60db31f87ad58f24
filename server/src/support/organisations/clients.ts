/** Putting clients into an organisation and removing them from it. */
import type { chooseOrganisation as body } from "@parley/contract/organisations";
import { sql } from "kysely";
import type { z } from "zod";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { recordEach } from "../../floor/ledger/record.ts";
import { departmentsOfClients } from "../client/departments.ts";
import { organisationsOf, shownOnTickets } from "../organisation/names.ts";
import { lockOpenTickets } from "../tickets/of-client.ts";
import { lockOrganisation } from "./access.ts";

/** All or none: 404 for a client who is unknown or merged, and for an organisation that is not there. */
export async function chooseOrganisation(
  scope: Scope<ProgramActor>,
  { clientids, organisationid }: z.output<typeof body>,
): Promise<Record<string, never>> {
  const ids = [...new Set(clientids)];
  await lockOpenTickets(scope, ids);
  const to = organisationid && (await lockOrganisation(scope, organisationid, "share"));
  const clients = await lockClients(scope, ids);
  const moved = clients.filter((client) => client.organisation_id !== organisationid);
  await scope.db
    .updateTable("client")
    .set({ organisation_id: organisationid, organisation_chosen_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where(
      "id",
      "in",
      clients.map(({ id }) => id),
    )
    .execute();
  const names = await organisationsOf(scope, moved);
  const organisation = await shownOnTickets(scope, organisationid);
  const departments = await departmentsOfClients(
    scope,
    moved.map(({ id }) => id),
  );
  await recordEach(
    scope,
    moved.map(({ id, name, organisation_id: from }) => ({
      kind: "client_organisation",
      subject: id,
      name,
      facts: { from, to: organisationid },
      changes: {
        organisation: { from: from && (names.get(from)?.name ?? null), to: to ? to.name : null },
      },
      inHand: { departments: departments.get(id) ?? [], organisation },
    })),
  );
  return {};
}

/** In the order of their ids, so that two calls at once wait for one another. */
async function lockClients(scope: Scope, ids: string[]) {
  const clients = await scope.db
    .selectFrom("client")
    .select(["id", "name", "organisation_id"])
    .where("company_id", "=", scope.companyId)
    .where("merged_into", "is", null)
    .where("id", "in", ids)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  if (clients.length < ids.length) throw notFound();
  return clients;
}

/** Removes some of its clients; merged ones too, who come back when the merge is undone. Returns how many. */
export async function removeClients(
  { db, companyId }: Scope,
  organisation: string,
  most: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update client set organisation_id = null, organisation_chosen_on = null
    where company_id = ${companyId} and id = any(array(
      select id from client where company_id = ${companyId} and organisation_id = ${organisation} order by id limit ${most}))`.execute(
    db,
  );
  return Number(numAffectedRows);
}
