/** A client's picture from the provider, kept as a small square picture of ours. Without one, initials are shown. */
import { limits } from "@parley/contract/limits";
import { readAtMost } from "../../files/at-most.ts";
import { makeSquare } from "../../files/pictures/square.ts";
import { discardPicture, storePicture } from "../../files/pictures/store.ts";
import { audienceOf } from "../../floor/actors/rooms.ts";
import type { Context } from "../../floor/context.ts";
import { type Desk, inCompany, type Scope } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { lockTicketsOfClient, viewTicketsOfClient } from "../../support/tickets/of-client.ts";
import { findChannel, openChannel } from "../accounts/find.ts";
import type { Channel, ClientPicture, Sender } from "../seam/adapter.ts";
import type { Receiving } from "./receiving.ts";

/** Milliseconds between two requests to a provider that does not announce new pictures. */
const askedEvery = 24 * 3_600_000;
const timeout = 30_000;

type Known = { avatar_fetched: string | null; avatar_asked_on: Date | null };
type Identity = Known & { external_id: string; avatar_ref: string | null };

/** Enqueues a fetch when the provider names another picture, or has not been asked for a day. */
export async function nudgePicture(
  { scope, channel, context }: Receiving,
  { externalId, avatar }: Sender,
  { avatar_fetched, avatar_asked_on: asked }: Known,
): Promise<void> {
  const due = context.adapters.of(channel.platform).findPicture
    ? !asked || asked.getTime() + askedEvery <= scope.now.getTime()
    : avatar !== undefined && avatar !== avatar_fetched;
  if (!due) return;
  const key = `fetch_picture:${channel.id}:${externalId}`;
  await scope.enqueue("fetch_picture", { channelId: channel.id, externalId }, { key, tries: 1 });
}

/** The job that fetches a picture. After a temporary failure the client's next conversation fetches it. */
export async function fetchClientPicture(
  context: Context,
  { companyId, channelId, externalId }: Tasks["fetch_picture"],
  signal: AbortSignal,
): Promise<void> {
  const actor: Desk = { kind: "desk", companyId };
  const row = await findChannel(context, channelId);
  const identity = await inCompany(context, actor, (scope) => findIdentity(scope, channelId, externalId));
  if (!row || !identity) return;
  const channel = openChannel(row, context.secrets);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
  const named = await findPicture(context, channel, identity, limit);
  if (named === "unavailable") return;
  const write = (path: string | null | undefined) =>
    inCompany(context, actor, (scope) => writePicture(scope, channelId, identity, named, path));
  if (!named) return void (await write(identity.avatar_fetched === null ? undefined : null));
  if (named.id === identity.avatar_fetched) return void (await write(undefined));
  const square = await fetchSquare(context, channel, named.ref, limit);
  if (square === "later") return;
  if (!square) return void (await write(undefined));
  await storePicture(context, companyId, square, write);
}

function findIdentity({ db, companyId }: Scope, channelId: string, externalId: string) {
  return db
    .selectFrom("client_identity")
    .select(["external_id", "avatar_ref", "avatar_fetched", "avatar_asked_on"])
    .where("company_id", "=", companyId)
    .where("channel_id", "=", channelId)
    .where("external_id", "=", externalId)
    .executeTakeFirst();
}

async function findPicture(
  { adapters }: Context,
  channel: Channel,
  { external_id, avatar_ref: ref }: Identity,
  signal: AbortSignal,
): Promise<ClientPicture | null | "unavailable"> {
  const adapter = adapters.of(channel.platform);
  if (adapter.findPicture) return adapter.findPicture(channel, external_id, signal);
  return ref === null ? null : { id: ref, ref };
}

/** Null: the bytes cannot be made a picture. */
async function fetchSquare(
  context: Context,
  channel: Channel,
  ref: string,
  signal: AbortSignal,
): Promise<Buffer | null | "later"> {
  const media = await context.adapters.of(channel.platform).fetchMedia(channel, ref, signal);
  if (media.outcome === "tryAgain") return "later";
  if (media.outcome !== "fetched") return null;
  const content = await readAtMost(media.stream, limits.pictureBytes);
  const square = content && (await makeSquare(context, channel.companyId, content));
  return square === "busy" ? "later" : square;
}

/**
 * Stores the fetched picture, and shows the one at this path; `undefined` keeps the shown one. Null when another fetch
 * was first, or no row names the path. Locks identity, ticket, client: the order in which a message is received.
 */
async function writePicture(
  scope: Scope,
  channelId: string,
  { external_id, avatar_fetched: before }: Identity,
  named: ClientPicture | null,
  path: string | null | undefined,
): Promise<true | null> {
  const noted = await scope.db
    .updateTable("client_identity")
    .set({ avatar_fetched: named?.id ?? null, avatar_asked_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channelId)
    .where("external_id", "=", external_id)
    .where("avatar_fetched", "is not distinct from", before)
    .returning("client_id")
    .executeTakeFirst();
  if (!noted || path === undefined) return null;
  const { client_id: id } = noted;
  const tickets = await lockTicketsOfClient(scope, [id], limits.clientTicketsPublished);
  const replaced = await scope.db
    .selectFrom("client")
    .select("picture")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await scope.db
    .updateTable("client")
    .set({ picture: path })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
  await discardPicture(scope, replaced.picture);
  for (const ticket of await viewTicketsOfClient(scope, tickets))
    scope.publish("updateTicket", ticket, audienceOf(scope.companyId, ticket.departmentid, ticket.ticketid));
  return true;
}
