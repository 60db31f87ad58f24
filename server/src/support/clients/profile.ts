import type { ClientProfile } from "@parley/contract/client-profiles";
import type { Scope } from "../../floor/database/scope.ts";
import { listActions } from "../actions/list.ts";
import { countReopened } from "../tickets/of-client.ts";
import type { ClientRecord } from "./access.ts";
import { viewClient } from "./view.ts";

/** A client's profile and history, as far as the agent may see. */
export async function viewClientProfile(scope: Scope, client: ClientRecord): Promise<ClientProfile> {
  const actions = await listActions(scope, actionsOf(scope, client), { filter: "ALL" });
  return {
    client: {
      ...(await viewClient(scope, client)),
      note: client.note,
      count_ticket_reopened: await countReopened(scope, client.id),
      blocked_messages: client.blocked_messages,
      actions,
      identities: await identitiesOf(scope, client.id),
      merged: await mergedInto(scope, client.id),
    },
    client_actions: actions,
  };
}

export function actionsOf({ actor }: Scope, client: ClientRecord) {
  return { clientId: client.id, departments: actor.departments };
}

async function identitiesOf(scope: Scope, clientId: string) {
  const rows = await scope.db
    .selectFrom("client_identity as identity")
    .innerJoin("channel", (join) =>
      join
        .onRef("channel.company_id", "=", "identity.company_id")
        .onRef("channel.id", "=", "identity.channel_id"),
    )
    .select(["channel.platform", "channel.name as channel_name", "identity.external_id"])
    .select(["identity.username", "identity.created_on"])
    .where("identity.company_id", "=", scope.companyId)
    .where("identity.client_id", "=", clientId)
    .orderBy("identity.created_on")
    .limit(100)
    .execute();
  return rows.map((row) => ({ ...row, created_on: row.created_on.toISOString() }));
}

async function mergedInto(scope: Scope, clientId: string) {
  const rows = await scope.db
    .selectFrom("client_merge as merge")
    .innerJoin("client", (join) =>
      join.onRef("client.company_id", "=", "merge.company_id").onRef("client.id", "=", "merge.merged_id"),
    )
    .select(["merge.id as mergeid", "client.id as clientid", "client.short_id"])
    .select(["client.name as client_name", "merge.merged_on"])
    .where("merge.company_id", "=", scope.companyId)
    .where("merge.kept_id", "=", clientId)
    .where("merge.undone_on", "is", null)
    .orderBy("merge.merged_on", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => ({ ...row, merged_on: row.merged_on.toISOString() }));
}
