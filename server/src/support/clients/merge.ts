/**
 * Merges two clients who are one person: the merged client's identities, and with each its tickets, move to the kept
 * one, which gets the tags and values that only the other had. Undoing moves the same identities back, with the tickets opened since.
 */
import type { ClientRow } from "@parley/contract/client-profiles";
import { limits } from "@parley/contract/limits";
import { sql } from "kysely";
import { withDeleted } from "../../floor/database/deleted.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, notFound } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { departmentsOfClient, departmentsOfClients } from "../client/departments.ts";
import { proposeMerged, proposeParted } from "../client/proposals.ts";
import { lockTicketsOfClient, viewTicketsOfClient } from "../tickets/of-client.ts";
import { accessClient, type ClientRecord } from "./access.ts";
import { mergeValues, unmergeValues } from "./fields.ts";
import { mergeTags, removeTags } from "./tags.ts";
import { viewClient } from "./view.ts";

type Identity = [channelId: string, externalId: string];

/**
 * 409 for a client and itself, 404 for one who is merged already. The desk merges clients whom a provider reports as
 * one person.
 */
export async function mergeClients(scope: Scope, keptId: string, mergedId: string): Promise<ClientRow> {
  // Locks identity, ticket, client: the order in which a message is received.
  const identities = await lockIdentities(scope, mergedId);
  const tickets = await lockTicketsOfClient(scope, [keptId, mergedId], limits.clientTicketsPublished);
  const [kept, merged] = await lockBoth(scope, keptId, mergedId);
  await move(scope, identities, { from: merged.id, to: kept.id });
  const filled = lacking(kept, merged);
  const client = await scope.db
    .updateTable("client")
    .set({ ...filled, name: kept.name })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", kept.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await pointTo(scope, merged.id, kept.id);
  await proposeMerged(scope, kept.id, merged.id);
  await scope.db
    .insertInto("client_merge")
    .values({
      company_id: scope.companyId,
      kept_id: kept.id,
      merged_id: merged.id,
      identities: JSON.stringify(identities),
      filled: JSON.stringify(filled),
      given_tags: await mergeTags(scope, kept.id, merged.id),
      given_fields: await mergeValues(scope, kept.id, merged.id),
      merged_on: scope.now,
      merged_by: scope.actor.id,
    })
    .execute();
  await record(scope, {
    kind: "client_merge",
    subject: kept.id,
    name: kept.name,
    facts: { merged: merged.id },
    changes: { merged: { from: merged.name, to: kept.name } },
    inHand: {
      tickets: await viewTicketsOfClient(scope, tickets),
      departments: await departmentsOfClient(scope, kept.id),
    },
  });
  return viewClient(scope, client);
}

/**
 * Gives the merged client their identities and tickets back. Fields that the kept client took over and still has are
 * removed.
 */
export async function unmergeClients(scope: Scope<AgentActor>, mergeId: string): Promise<ClientRow> {
  const merge = await scope.db
    .selectFrom("client_merge")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", mergeId)
    .where("undone_on", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!merge) throw notFound();
  await lockIdentities(scope, merge.kept_id);
  const tickets = await lockTicketsOfClient(scope, [merge.kept_id], limits.clientTicketsPublished);
  const kept = await accessClient(scope, merge.kept_id, { lock: true });
  await pointTo(scope, merge.merged_id, null);
  await move(scope, merge.identities as Identity[], { from: kept.id, to: merge.merged_id });
  await proposeParted(scope, kept.id, merge.merged_id);
  const still = Object.entries(merge.filled as Record<string, string>).filter(
    ([field, value]) => kept[field as keyof ClientRecord] === value,
  );
  if (still.length > 0) {
    await scope.db
      .updateTable("client")
      .set(Object.fromEntries(still.map(([field]) => [field, null])))
      .where("company_id", "=", scope.companyId)
      .where("id", "=", kept.id)
      .execute();
  }
  await scope.db
    .updateTable("client_merge")
    .set({ undone_on: scope.now, undone_by: scope.actor.id })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", merge.id)
    .execute();
  await removeTags(scope, kept.id, merge.given_tags);
  await unmergeValues(scope, kept.id, merge.merged_id, merge.given_fields);
  const back = await accessClient(scope, merge.merged_id);
  await record(scope, {
    kind: "client_unmerge",
    subject: kept.id,
    name: kept.name,
    facts: { merged: back.id },
    changes: { merged: { from: kept.name, to: back.name } },
    inHand: {
      tickets: await viewTicketsOfClient(scope, tickets),
      departments: [...(await departmentsOfClients(scope, [kept.id, back.id])).values()].flat(),
    },
  });
  return viewClient(scope, back);
}

/** Locks by ascending id, so that two crossing merges wait for one another and do not deadlock. */
async function lockBoth(scope: Scope, keptId: string, mergedId: string) {
  if (keptId === mergedId) throw conflict("conflict", "client_merged_with_itself");
  const first = await accessClient(scope, keptId < mergedId ? keptId : mergedId, { lock: true });
  const second = await accessClient(scope, keptId < mergedId ? mergedId : keptId, { lock: true });
  return keptId < mergedId ? ([first, second] as const) : ([second, first] as const);
}

/** Waits for a message that is being received through one of them, so that its ticket moves too. */
async function lockIdentities(scope: Scope, clientId: string): Promise<Identity[]> {
  const rows = await scope.db
    .selectFrom("client_identity")
    .select(["channel_id", "external_id"])
    .where("company_id", "=", scope.companyId)
    .where("client_id", "=", clientId)
    .orderBy("channel_id")
    .orderBy("external_id")
    .forUpdate()
    .execute();
  return rows.map(({ channel_id, external_id }) => [channel_id, external_id]);
}

/** Moves identities to a client, with their tickets and messages: deleted ones too, which may be restored. */
async function move(scope: Scope, identities: Identity[], { from, to }: { from: string; to: string }) {
  const { companyId } = scope;
  const channels = identities.map(([channel]) => channel);
  const externals = identities.map(([, external]) => external);
  const moving = sql`
    with wanted as (select * from unnest(${channels}::uuid[], ${externals}::text[]) as w(channel_id, external_id)),
    moved_identities as (
      update client_identity i set client_id = ${to} from wanted w
      where i.company_id = ${companyId} and i.channel_id = w.channel_id and i.external_id = w.external_id),
    moved_tickets as (
      update ticket t set client_id = ${to} from wanted w
      where t.company_id = ${companyId} and t.client_id = ${from} and t.channel_id = w.channel_id
        and t.client_external_id = w.external_id
      returning t.id),
    moved_messages as (
      update message m set client_id = ${to} from moved_tickets t
      where m.company_id = ${companyId} and m.ticket_id = t.id)
    update action a set client_id = ${to} from moved_tickets t
    where a.company_id = ${companyId} and a.client_id = ${from} and a.ticket_id = t.id`;
  await withDeleted(scope, () => moving.execute(scope.db));
}

async function pointTo(scope: Scope, mergedId: string, keptId: string | null) {
  await scope.db
    .updateTable("client")
    .set({ merged_into: keptId })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", mergedId)
    .execute();
}

/** Fields that only the merged client has. */
function lacking(kept: ClientRecord, merged: ClientRecord) {
  const fields = ["account_number", "address", "note", "picture", "organisation_id"] as const;
  return Object.fromEntries(
    fields.filter((field) => !kept[field] && merged[field]).map((field) => [field, merged[field]]),
  );
}
