/** The tags of a client, from the company's list. */
import type { ClientRow } from "@parley/contract/client-profiles";
import { limits } from "@parley/contract/limits";
import { reasonOf } from "@parley/contract/reasons";
import type { TagChange } from "@parley/contract/tags";
import { sql } from "kysely";
import { agentIdOf, type ProgramActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { departmentsOfClient } from "../client/departments.ts";
import { lockOffered } from "../tags/rows.ts";
import { lockTicketsOfClient, viewTicketsOfClient } from "../tickets/of-client.ts";
import { accessClient } from "./access.ts";
import { viewClient } from "./view.ts";

/** Every agent who sees the client may do so. 404 for a tag that is not offered, 409 for more than a client may have. */
export async function changeClientTags(
  scope: Scope<ProgramActor>,
  { clientid, add, remove }: TagChange & { clientid: string },
): Promise<ClientRow> {
  const tickets = await lockTicketsOfClient(scope, [clientid], limits.clientTicketsPublished);
  const client = await accessClient(scope, clientid, { lock: true });
  const removed = await removeTags(scope, client.id, remove);
  const added = await addTags(scope, client.id, await lockOffered(scope, add));
  const view = await viewClient(scope, client);
  if ((view.tags ?? []).length > limits.tagsPerClient)
    throw conflict("conflict", reasonOf("client_tags_full", { max: limits.tagsPerClient }));
  if (added.length + removed.length > 0)
    await record(scope, {
      kind: "client_tag",
      subject: client.id,
      facts: { agent: agentIdOf(scope.actor), added, removed },
      inHand: {
        departments: await departmentsOfClient(scope, client.id),
        tickets: await viewTicketsOfClient(scope, tickets),
      },
    });
  return view;
}

/** Gives the kept client those tags of the merged one that it lacks, as far as it may have more. Answers them. */
export async function mergeTags(scope: Scope, keptId: string, mergedId: string): Promise<string[]> {
  const { rows } = await sql<{ tag_id: string }>`
    insert into client_tag (company_id, client_id, tag_id)
    select company_id, ${keptId}, tag_id from client_tag m
    where company_id = ${scope.companyId} and client_id = ${mergedId} and not exists (
      select from client_tag k where k.company_id = m.company_id and k.client_id = ${keptId} and k.tag_id = m.tag_id)
    order by tag_id
    limit greatest(0, ${limits.tagsPerClient} - (
      select count(*) from client_tag where company_id = ${scope.companyId} and client_id = ${keptId}))
    returning tag_id`.execute(scope.db);
  return rows.map(({ tag_id }) => tag_id);
}

async function addTags(scope: Scope, clientId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const added = await scope.db
    .insertInto("client_tag")
    .values(ids.map((id) => ({ company_id: scope.companyId, client_id: clientId, tag_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("tag_id")
    .execute();
  return added.map(({ tag_id }) => tag_id);
}

export async function removeTags(scope: Scope, clientId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const removed = await scope.db
    .deleteFrom("client_tag")
    .where("company_id", "=", scope.companyId)
    .where("client_id", "=", clientId)
    .where("tag_id", "in", ids)
    .returning("tag_id")
    .execute();
  return removed.map(({ tag_id }) => tag_id);
}
