/** Shapes clients for the wire. */
import type { ClientRow } from "@parley/contract/client-profiles";
import type { Scope } from "../../floor/database/scope.ts";
import { tagsOfClients } from "../tags/rows.ts";
import type { ClientRecord } from "./access.ts";

export async function viewClient(scope: Scope, client: ClientRecord): Promise<ClientRow> {
  const tags = await tagsOfClients(scope, [client.id]);
  return shapeClient(client, tags.get(client.id));
}

/** One look-up brings the tags of all. */
export async function viewClients(scope: Scope, clients: ClientRecord[]): Promise<ClientRow[]> {
  const tags = await tagsOfClients(
    scope,
    clients.map(({ id }) => id),
  );
  return clients.map((client) => shapeClient(client, tags.get(client.id)));
}

function shapeClient(client: ClientRecord, tags: string[] | undefined): ClientRow {
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
  };
}
