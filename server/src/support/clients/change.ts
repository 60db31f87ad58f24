/** Changes of a client by an administrator. */
import type { ClientRow, UpdateClient } from "@parley/contract/client-profiles";
import { limits } from "@parley/contract/limits";
import type { Updateable } from "kysely";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { ClientTable } from "../../floor/database/schema.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { setBlocked, type Visitors } from "../client/block.ts";
import { departmentsOfClient } from "../client/departments.ts";
import { lockTicketsOfClient, viewTicketsOfClient } from "../tickets/of-client.ts";
import { accessClient } from "./access.ts";
import { viewClient } from "./view.ts";

/** Blocks a client, whose messages are then dropped and counted, or unblocks them. */
export async function switchBlocked(
  scope: Scope<AgentActor>,
  visitors: Visitors,
  id: string,
): Promise<ClientRow> {
  const client = await accessClient(scope, id, { lock: true });
  return viewClient(scope, await setBlocked(scope, visitors, client.id, client.blocked_on === null));
}

export const updateClient = (
  scope: Scope<AgentActor>,
  { clientid, client_name: name, ...rest }: UpdateClient,
): Promise<ClientRow> => changeClient(scope, clientid, { name, ...rest });

/** All their tickets show name and number, so the change is published to all departments concerned. */
export async function changeClient(
  scope: Scope<ProgramActor>,
  id: string,
  to: Partial<ClientFields>,
): Promise<ClientRow> {
  const tickets = await lockTicketsOfClient(scope, [id], limits.clientTicketsPublished);
  const before = await accessClient(scope, id, { lock: true });
  const changes = changesBetween<ClientFields>(before, to);
  if (Object.keys(changes).length === 0) return viewClient(scope, before);
  const changed = await write(scope, before.id, to);
  await record(scope, {
    kind: "client_update",
    subject: changed.id,
    name: changed.name,
    facts: { fields: Object.keys(changes) },
    changes,
    inHand: {
      tickets: await viewTicketsOfClient(scope, tickets),
      departments: await departmentsOfClient(scope, before.id),
    },
  });
  return viewClient(scope, changed);
}

type ClientFields = {
  name: string;
  address: string | null;
  account_number: string | null;
  note: string | null;
};

function write(scope: Scope, id: string, to: Updateable<ClientTable>) {
  return scope.db
    .updateTable("client")
    .set(to)
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
