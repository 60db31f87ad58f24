/** Shapes clients for the wire. */
import type { ClientRow } from "@parley/contract/client-profiles";
import type { FieldValues } from "@parley/contract/field-values";
import type { Scope } from "../../floor/database/scope.ts";
import { valuesOfClients } from "../fields/rows.ts";
import { tagsOfClients } from "../tags/rows.ts";
import type { ClientRecord } from "./access.ts";

export async function viewClient(scope: Scope, client: ClientRecord): Promise<ClientRow> {
  const [view] = await viewClients(scope, [client]);
  return view as ClientRow;
}

/** One look-up brings the tags of all, and one their fields. */
export async function viewClients(scope: Scope, clients: ClientRecord[]): Promise<ClientRow[]> {
  const ids = clients.map(({ id }) => id);
  const [tags, values] = [await tagsOfClients(scope, ids), await valuesOfClients(scope, ids)];
  return clients.map((client) => shapeClient(client, tags.get(client.id), values.get(client.id)));
}

function shapeClient(
  client: ClientRecord,
  tags: string[] | undefined,
  fields: FieldValues | undefined,
): ClientRow {
  return {
    clientid: client.id,
    short_id: client.short_id,
    client_name: client.name,
    picture: client.picture,
    account_number: client.account_number,
    address: client.address,
    blocked_on: client.blocked_on !== null,
    created_on: client.created_on.toISOString(),
    ...(tags && { tags }),
    ...(fields && { fields }),
  };
}
