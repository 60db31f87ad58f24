/** The client's identity on a channel. */
import { randomUUID } from "node:crypto";
import type { Scope } from "../../floor/database/scope.ts";
import type { Sender } from "../seam/adapter.ts";
import { nudgePicture } from "./client-picture.ts";
import type { Receiving } from "./receiving.ts";

export type Client = { id: string; name: string; blocked_on: Date | null };
const noPicture = { avatar_fetched: null, avatar_asked_on: null };

/**
 * Finds the client by their identity on this channel, or makes one. Of two at once one violates the identity's key
 * (23505) and starts its unit of work again.
 */
export async function findOrCreateClient(receiving: Receiving, from: Sender): Promise<Client> {
  const { scope, channel } = receiving;
  // User names change, and a client who writes is reachable. The write locks the identity, so that a merge cannot move
  // it to another client while its message is received.
  const known = await scope.db
    .updateTable("client_identity as identity")
    .from("client")
    .set({ ...detailsOf(from), unreachable_on: null, unreachable_reason: null })
    .where("identity.company_id", "=", scope.companyId)
    .where("identity.channel_id", "=", channel.id)
    .where("identity.external_id", "=", from.externalId)
    .whereRef("client.company_id", "=", "identity.company_id")
    .whereRef("client.id", "=", "identity.client_id")
    .returning(["client.id", "client.name", "client.blocked_on"])
    .returning(["identity.avatar_fetched", "identity.avatar_asked_on"])
    .executeTakeFirst();
  const client = known ?? (await makeClient({ scope, channel }, from));
  if (!client.blocked_on) await nudgePicture(receiving, from, known ?? noPicture);
  return client;
}

type OnChannel = { scope: Scope; channel: { id: string } };

/** The client by their id or alias, locked against a merge, with the id that tickets know them under. */
export function findClient(
  { scope, channel }: OnChannel,
  id: string,
): Promise<(Client & { externalId: string }) | undefined> {
  return scope.db
    .selectFrom("client_identity as identity")
    .innerJoin("client", (join) =>
      join
        .onRef("client.company_id", "=", "identity.company_id")
        .onRef("client.id", "=", "identity.client_id"),
    )
    .select(["client.id", "client.name", "client.blocked_on", "identity.external_id as externalId"])
    .where("identity.company_id", "=", scope.companyId)
    .where("identity.channel_id", "=", channel.id)
    .where((eb) => eb.or([eb("identity.external_id", "=", id), eb("identity.alias", "=", id)]))
    .orderBy((eb) => eb("identity.external_id", "=", id), "desc")
    .orderBy("identity.created_on")
    .limit(1)
    .forUpdate("identity")
    .executeTakeFirst();
}

/** Details that a provider leaves out stay unchanged. */
const detailsOf = ({ username, lang, country, avatar }: Sender) => ({
  username,
  ...(lang !== null && { lang }),
  ...(country !== undefined && { country }),
  ...(avatar !== undefined && { avatar_ref: avatar }),
});

export async function makeClient({ scope, channel }: OnChannel, from: Sender): Promise<Client> {
  const { companyId: company_id, now: created_on } = scope;
  const id = randomUUID();
  const identity = {
    ...{ company_id, created_on, channel_id: channel.id, external_id: from.externalId, client_id: id },
    ...{ ...detailsOf(from), alias: from.alias ?? null },
  };
  return scope.db
    .with("named", (db) => db.insertInto("client_identity").values(identity))
    .insertInto("client")
    .values({ id, company_id, created_on, name: from.name.slice(0, 200) })
    .returning(["id", "name", "blocked_on"])
    .executeTakeFirstOrThrow();
}

/** Counts a blocked client's message; nothing else of it is stored. */
export async function countBlocked(scope: Scope, clientId: string): Promise<void> {
  await scope.db
    .updateTable("client")
    .set((eb) => ({ blocked_messages: eb("blocked_messages", "+", 1) }))
    .where("company_id", "=", scope.companyId)
    .where("id", "=", clientId)
    .execute();
}
