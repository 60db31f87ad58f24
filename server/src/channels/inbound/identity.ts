/** Clients whom a provider identifies in several ways: by a user id and by a phone number, which may change. */

import { sql } from "kysely";
import { withDeleted } from "../../floor/database/deleted.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { mergeClients } from "../../support/clients/merge.ts";
import type { Sender } from "../seam/adapter.ts";
import type { EventOf, Receiving } from "./receiving.ts";

type Ids = Pick<Sender, "externalId" | "alias">;

const idsOf = ({ externalId, alias }: Ids): string[] => (alias ? [externalId, alias] : [externalId]);

/** The sender under the id that the desk knows: a client who wrote by one of two ids is found by the other, too. */
export async function knownSender<From extends Sender>(
  { scope, channel }: Receiving,
  from: From,
): Promise<From> {
  const known = await findIdentity(scope, channel.id, from);
  if (!known) return from;
  const ids = idsOf(from);
  if (!ids.includes(known.external_id)) {
    // An alias matched, and the provider no longer uses the stored id.
    await rename(scope, channel.id, known.external_id, from);
    return from;
  }
  const alias = ids.find((id) => id !== known.external_id) ?? known.alias;
  if (alias !== known.alias) await setAlias(scope, channel.id, known.external_id, alias);
  return { ...from, externalId: known.external_id, alias };
}

/**
 * The client continues under another number: the same client, in the same ticket. Two clients become one, which can be
 * undone.
 */
export async function receiveMove(receiving: Receiving, { from, to }: EventOf<"move">): Promise<void> {
  const { scope, channel } = receiving;
  const known = await findIdentity(scope, channel.id, from);
  if (!known || idsOf(to).includes(known.external_id)) return;
  const written = await findIdentity(scope, channel.id, to);
  if (!written) return rename(scope, channel.id, known.external_id, to);
  // The client wrote from the new number before the provider reported it, and became a second client.
  if (written.client_id !== known.client_id) await mergeClients(scope, known.client_id, written.client_id);
  await moveOpenTicket(scope, channel.id, known.external_id, written.external_id);
}

/** Answers to an open conversation go to the new number, unless one is open there too; those in tickets that were split off always do. */
async function moveOpenTicket({ db, companyId }: Scope, channelId: string, before: string, to: string) {
  await db
    .updateTable("ticket")
    .set({ client_external_id: to })
    .where("company_id", "=", companyId)
    .where("channel_id", "=", channelId)
    .where("client_external_id", "=", before)
    .where("split_from", "is not", null)
    .where("closed_on", "is", null)
    .execute();
  await db
    .updateTable("ticket")
    .set({ client_external_id: to, thread: to })
    .where("company_id", "=", companyId)
    .where("channel_id", "=", channelId)
    .where("thread", "=", before)
    .where("closed_on", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("ticket as other")
            .select("other.id")
            .where("other.company_id", "=", companyId)
            .where("other.channel_id", "=", channelId)
            .where("other.thread", "=", to)
            .where("other.closed_on", "is", null),
        ),
      ),
    )
    .execute();
}

/** Finds by the id first, then by any alias; the row is locked, so that two messages at once agree. */
function findIdentity({ db, companyId }: Scope, channelId: string, ids: Ids) {
  return db
    .selectFrom("client_identity")
    .select(["external_id", "alias", "client_id"])
    .where("company_id", "=", companyId)
    .where("channel_id", "=", channelId)
    .where((eb) => eb.or([eb("external_id", "in", idsOf(ids)), eb("alias", "in", idsOf(ids))]))
    .orderBy((eb) => eb("external_id", "=", ids.externalId), "desc")
    .orderBy("created_on")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

async function setAlias({ db, companyId }: Scope, channelId: string, id: string, alias: string | null) {
  await db
    .updateTable("client_identity")
    .set({ alias })
    .where("company_id", "=", companyId)
    .where("channel_id", "=", channelId)
    .where("external_id", "=", id)
    .execute();
}

/** Answers go to the new id from now on, and the conversation is found by it. Tickets, deleted ones too, refer to an existing identity. */
async function rename(scope: Scope, channelId: string, before: string, to: Ids): Promise<void> {
  const { db, companyId } = scope;
  const identity = await db
    .selectFrom("client_identity")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("channel_id", "=", channelId)
    .where("external_id", "=", before)
    .executeTakeFirstOrThrow();
  const ids = { external_id: to.externalId, alias: to.alias ?? null };
  await db
    .insertInto("client_identity")
    .values({ ...identity, ...ids, unreachable_on: null, unreachable_reason: null })
    .execute();
  // A ticket that was split off keeps its thread.
  const thread = sql<string>`case when thread = ${before} then ${to.externalId} else thread end`;
  await withDeleted(scope, () =>
    db
      .updateTable("ticket")
      .set({ client_external_id: to.externalId, thread })
      .where("company_id", "=", companyId)
      .where("channel_id", "=", channelId)
      .where("client_external_id", "=", before)
      .execute(),
  );
  await db
    .deleteFrom("client_identity")
    .where("company_id", "=", companyId)
    .where("channel_id", "=", channelId)
    .where("external_id", "=", before)
    .execute();
}
