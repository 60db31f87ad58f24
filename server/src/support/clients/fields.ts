/** The fields of a client. */
import type { ClientRow } from "@parley/contract/client-profiles";
import type { setClientField as body, ClientDetails } from "@parley/contract/fields";
import { limits } from "@parley/contract/limits";
import { sql } from "kysely";
import type { z } from "zod";
import { agentIdOf, type ProgramActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { departmentsOfClient } from "../client/departments.ts";
import { valuesOfClients } from "../fields/rows.ts";
import { setValue } from "../fields/set-value.ts";
import { organisationsOf } from "../organisation/names.ts";
import { tagsOfClients } from "../tags/rows.ts";
import { accessTicket } from "../ticket/access.ts";
import { lockTicketsOfClient, viewTicketsOfClient } from "../tickets/of-client.ts";
import { accessClient } from "./access.ts";
import { viewClient } from "./view.ts";

/** Every agent who sees the client may do so. 404 for a field that is not offered, 400 for a value that it does not accept. */
export async function setClientField(
  scope: Scope<ProgramActor>,
  { clientid, ...change }: z.output<typeof body>,
): Promise<ClientRow> {
  const tickets = await lockTicketsOfClient(scope, [clientid], limits.clientTicketsPublished);
  const client = await accessClient(scope, clientid, { lock: true });
  const field = await setValue(scope, "client", client.id, change);
  if (field)
    await record(scope, {
      kind: "client_field",
      subject: client.id,
      facts: { agent: agentIdOf(scope.actor), field: field.id },
      inHand: {
        departments: await departmentsOfClient(scope, client.id),
        tickets: await viewTicketsOfClient(scope, tickets),
      },
    });
  return viewClient(scope, client);
}

/** The organisation, tags and fields of the client of a ticket that the agent may read. */
export async function viewClientDetails(scope: Scope, ticketid: string): Promise<ClientDetails> {
  const { client_id: clientid } = await accessTicket(scope, ticketid, "read");
  const client = await scope.db
    .selectFrom("client")
    .select("organisation_id")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", clientid)
    .executeTakeFirstOrThrow();
  const organisation = (await organisationsOf(scope, [client])).get(client.organisation_id ?? "");
  const tags = (await tagsOfClients(scope, [clientid])).get(clientid);
  const fields = (await valuesOfClients(scope, [clientid])).get(clientid);
  return {
    clientid,
    ...(organisation && { organisation }),
    ...(tags && { tags }),
    ...(fields && { fields }),
  };
}

/** Gives the kept client the values of the merged one where it has none. Answers their fields. */
export async function mergeValues(scope: Scope, keptId: string, mergedId: string): Promise<string[]> {
  const { rows } = await sql<{ field_id: string }>`
    insert into client_value (company_id, client_id, field_id, text, number, day, yes, choice)
    select company_id, ${keptId}, field_id, text, number, day, yes, choice from client_value
    where company_id = ${scope.companyId} and client_id = ${mergedId}
    on conflict do nothing returning field_id`.execute(scope.db);
  return rows.map(({ field_id }) => field_id);
}

/** Removes from the kept client those values that it got with the merge and still has. */
export async function unmergeValues(
  scope: Scope,
  keptId: string,
  mergedId: string,
  fields: string[],
): Promise<void> {
  await sql`delete from client_value k using client_value m
    where k.company_id = ${scope.companyId} and k.client_id = ${keptId} and k.field_id = any(${fields}::uuid[])
      and m.company_id = k.company_id and m.client_id = ${mergedId} and m.field_id = k.field_id
      and (k.text, k.number, k.day, k.yes, k.choice) is not distinct from (m.text, m.number, m.day, m.yes, m.choice)`.execute(
    scope.db,
  );
}
