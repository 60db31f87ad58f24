/** Changes of a client by an administrator. */
import type { ClientRow, UpdateClient } from "@parley/contract/client-profiles";
import { limits } from "@parley/contract/limits";
import type { Updateable } from "kysely";
import type { ClientTable } from "../../floor/database/schema.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import type { VisitorSignals } from "../../http/live/visitor-signals.ts";
import { lockTicketsOfClient, viewTicketsOfClient } from "../tickets/of-client.ts";
import { accessClient } from "./access.ts";
import { viewClientRow } from "./list.ts";

/** Blocks a client, whose messages are then dropped and counted, or unblocks them. */
export async function switchBlocked(
  scope: Scope<AgentActor>,
  visitors: Pick<VisitorSignals, "send">,
  id: string,
): Promise<ClientRow> {
  const client = await accessClient(scope, id, { lock: true });
  const blocks = client.blocked_on === null;
  const blocked = blocks ? { blocked_on: scope.now, blocked_by: scope.actor.id } : notBlocked;
  const changed = await write(scope, client.id, blocked);
  const { id: subject, name } = changed;
  await record(scope, { kind: blocks ? "client_block" : "client_unblock", subject, name, facts: {} });
  if (blocks) scope.afterCommit(() => visitors.send({ kind: "blocked", companyId: scope.companyId }));
  return viewClientRow(changed);
}

/** All their tickets show name and number, so the change is published to all departments concerned. */
export async function updateClient(
  scope: Scope<AgentActor>,
  { clientid, client_name: name, ...rest }: UpdateClient,
): Promise<ClientRow> {
  const tickets = await lockTicketsOfClient(scope, clientid, limits.clientTicketsPublished);
  const before = await accessClient(scope, clientid, { lock: true });
  const to = { name, ...rest };
  const changed = await write(scope, before.id, to);
  const changes = changesBetween<ClientFields>(before, to);
  await record(scope, {
    kind: "client_update",
    subject: changed.id,
    name: changed.name,
    facts: { fields: Object.keys(changes) },
    changes,
    inHand: { tickets: await viewTicketsOfClient(scope, tickets) },
  });
  return viewClientRow(changed);
}

type ClientFields = {
  name: string;
  address: string | null;
  account_number: string | null;
  note: string | null;
};

const notBlocked = { blocked_on: null, blocked_by: null };

function write(scope: Scope, id: string, to: Updateable<ClientTable>) {
  return scope.db
    .updateTable("client")
    .set(to)
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
