/** Shapes clients for the wire. */
import type { ClientRow } from "@parley/contract/client-profiles";
import type { Scope } from "../../floor/database/scope.ts";
import { valuesOfClients } from "../fields/rows.ts";
import { organisationsOf } from "../organisation/names.ts";
import { tagsOfClients } from "../tags/rows.ts";
import type { ClientRecord } from "./access.ts";

export async function viewClient(scope: Scope, client: ClientRecord): Promise<ClientRow> {
  const [view] = await viewClients(scope, [client]);
  return view as ClientRow;
}

/** One look-up brings the tags of all, one their fields, and one their organisations. */
export async function viewClients(scope: Scope, clients: ClientRecord[]): Promise<ClientRow[]> {
  const ids = clients.map(({ id }) => id);
  const tags = await tagsOfClients(scope, ids);
  const values = await valuesOfClients(scope, ids);
  const organisations = await organisationsOf(scope, clients);
  return clients.map((client) => ({
    ...shapeClient(client),
    ...present({
      organisation: organisations.get(client.organisation_id ?? ""),
      tags: tags.get(client.id),
      fields: values.get(client.id),
    }),
  }));
}

/** Leaves out what there is none of. */
const present = <Noted extends object>(noted: Noted) =>
  Object.fromEntries(Object.entries(noted).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Noted]?: NonNullable<Noted[Name]>;
  };

const shapeClient = (client: ClientRecord) => ({
  clientid: client.id,
  short_id: client.short_id,
  client_name: client.name,
  picture: client.picture,
  account_number: client.account_number,
  address: client.address,
  blocked_on: client.blocked_on !== null,
  created_on: client.created_on.toISOString(),
});
