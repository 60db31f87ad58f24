/** A client whom an agent may write to first: the account, the department, and the obstacle, if any. */
import { beginsWithKnown } from "@parley/contract/channel-declaration";
import { seesDepartment } from "@parley/contract/permissions";
import type { Reason } from "@parley/contract/reasons";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import type { Why } from "../../floor/errors/errors.ts";
import type { ChannelRow } from "../../floor/platforms/platforms.ts";
import { pickDepartment } from "../../people/departments/pick.ts";
import { type TicketRow, visibleTo } from "../ticket/access.ts";

export type KnownClient = {
  channel: ChannelRow;
  client: { id: string; blocked_on: Date | null };
  /** The client's id on the account. */
  externalId: string;
  departmentId: string;
  unreachable: { reason: Reason | null } | null;
};

type Place = { channelId: string; clientId: string };

/**
 * The client with their newest identity on a connected account. Undefined unless the caller sees a ticket of the client
 * there, or every department: a new one goes to the department of the last ticket, else to the account's. `lock` keeps a merge from moving the identity.
 */
export async function findKnownClient(
  scope: Scope,
  place: Place,
  { lock = false }: { lock?: boolean } = {},
): Promise<KnownClient | undefined> {
  const departmentId = await departmentFor(scope, place);
  const channel = departmentId && (await findConnected(scope, place.channelId));
  const identity = channel && (await findIdentity(scope, place, lock));
  if (!departmentId || !channel || !identity) return undefined;
  const { external_id: externalId, unreachable_on, unreachable_reason: reason, blocked_on } = identity;
  const unreachable = unreachable_on && { reason };
  return { channel, client: { id: place.clientId, blocked_on }, externalId, departmentId, unreachable };
}

/** The department and account in which a conversation with the client begins, or the reason why none can. */
export async function planConversation(
  scope: Scope,
  { channel, client, externalId, unreachable }: KnownClient,
): Promise<{ externalId: string; thread: string } | { why: Why }> {
  if (client.blocked_on) return { why: "client_blocked" };
  if (unreachable) return { why: unreachable.reason ?? "client_not_subscribed" };
  const module = scope.platforms.find(channel.platform);
  if (module?.threadWithKnown) return module.threadWithKnown(scope, channel, externalId);
  return { externalId, thread: externalId };
}

/** True if the agent may write first to the client of a closed ticket. */
export async function mayBegin(scope: Scope, ticket: TicketRow): Promise<boolean> {
  const { platform, channel_id: channelId, client_id: clientId } = ticket;
  const module = scope.platforms.find(platform);
  if (!module || !beginsWithKnown(module.declaration)) return false;
  if (!scope.actor.abilities.has("answerTickets")) return false;
  const known = await findKnownClient(scope, { channelId, clientId });
  return known !== undefined && !("why" in (await planConversation(scope, known)));
}

/**
 * The department of the client's last visible ticket on the account, or with one of the account merged into it; when that is
 * deleted, the account's or the company's.
 */
async function departmentFor(scope: Scope, { channelId, clientId }: Place): Promise<string | undefined> {
  const last = await scope.db
    .selectFrom("ticket")
    .innerJoin("channel", (join) =>
      join.onRef("channel.company_id", "=", "ticket.company_id").on("channel.id", "=", channelId),
    )
    .leftJoin("department as own", (join) =>
      join
        .onRef("own.company_id", "=", "ticket.company_id")
        .onRef("own.id", "=", "ticket.department_id")
        .on("own.deleted_on", "is", null),
    )
    .leftJoin("department as account", (join) =>
      join
        .onRef("account.company_id", "=", "channel.company_id")
        .onRef("account.id", "=", "channel.department_id")
        .on("account.deleted_on", "is", null),
    )
    .select((eb) => eb.fn.coalesce("own.id", "account.id").as("departmentId"))
    .where("ticket.company_id", "=", scope.companyId)
    .where("ticket.client_id", "=", clientId)
    .where((eb) =>
      eb.or([
        eb("ticket.channel_id", "=", channelId),
        sql<boolean>`exists (select from message m where m.company_id = ticket.company_id
          and m.ticket_id = any(ticket.merged_tickets) and m.channel_id = ${channelId})`,
      ]),
    )
    .where(visibleTo(scope.actor))
    .orderBy("ticket.created_on", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last && scope.actor.departments !== "all") return undefined;
  const own = last ? last.departmentId : await departmentOfAccount(scope, channelId);
  const departmentId = own ?? (await pickDepartment(scope)).departmentid;
  return seesDepartment(scope.actor, departmentId) ? departmentId : undefined;
}

async function departmentOfAccount(scope: Scope, channelId: string): Promise<string | undefined> {
  const account = await scope.db
    .selectFrom("channel")
    .innerJoin("department", (join) =>
      join
        .onRef("department.company_id", "=", "channel.company_id")
        .onRef("department.id", "=", "channel.department_id")
        .on("department.deleted_on", "is", null),
    )
    .select("department.id")
    .where("channel.company_id", "=", scope.companyId)
    .where("channel.id", "=", channelId)
    .executeTakeFirst();
  return account?.id;
}

function findConnected({ db, companyId }: Scope, id: string): Promise<ChannelRow | undefined> {
  return db
    .selectFrom("channel")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("removed_on", "is", null)
    .executeTakeFirst();
}

function findIdentity({ db, companyId }: Scope, { channelId, clientId }: Place, lock: boolean) {
  const newest = db
    .selectFrom("client_identity as identity")
    .innerJoin("client", (join) =>
      join
        .onRef("client.company_id", "=", "identity.company_id")
        .onRef("client.id", "=", "identity.client_id"),
    )
    .select(["identity.external_id", "identity.unreachable_on", "identity.unreachable_reason"])
    .select("client.blocked_on")
    .where("identity.company_id", "=", companyId)
    .where("identity.channel_id", "=", channelId)
    .where("identity.client_id", "=", clientId)
    .orderBy("identity.created_on", "desc")
    .orderBy("identity.external_id")
    .limit(1);
  return (lock ? newest.forUpdate("identity") : newest).executeTakeFirst();
}
