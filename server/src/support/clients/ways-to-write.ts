/** Decides how an agent writes to each identity of a client, or why they cannot. */
import { beginsWithKnown } from "@parley/contract/channel-declaration";
import type { WayToWrite } from "@parley/contract/client-panel";
import { limits } from "@parley/contract/limits";
import { seesDepartment } from "@parley/contract/permissions";
import type { Platform } from "@parley/contract/values";
import { type Selectable, sql } from "kysely";
import type { ClientIdentityTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { reasonFrom, type Why } from "../../floor/errors/errors.ts";
import { pickDepartment } from "../../people/departments/pick.ts";
import { mergedOnThread } from "../ticket/merged.ts";
import { findKnownClient, planConversation } from "../tickets/known-client.ts";
import type { ClientRecord } from "./access.ts";

export type IdentityRow = Selectable<ClientIdentityTable> & {
  platform: Platform;
  channel_name: string;
  removed_on: Date | null;
};

type Asked = {
  client: Pick<ClientRecord, "id" | "blocked_on">;
  identities: IdentityRow[];
  /** The agent sees the client. */
  edits: boolean;
};

/** In the order of the identities. A conversation begins with the newest identity of an account. */
export async function waysToWrite(scope: Scope, asked: Asked): Promise<WayToWrite[]> {
  if (!asked.edits) return asked.identities.map(() => not("only_mentioned"));
  const open = await openTicketsOf(scope, asked.client.id);
  const first = new Map<string, Promise<WayToWrite>>();
  const ways: WayToWrite[] = [];
  for (const identity of asked.identities) {
    ways.push(await wayTo(scope, asked, { identity, there: await ticketOn(scope, open, identity), first }));
  }
  return ways;
}

type OpenTicket = Awaited<ReturnType<typeof openTicketsOf>>[number];

/** The open ticket of an identity, or the one into which the identity's was merged. */
async function ticketOn(
  scope: Scope,
  open: OpenTicket[],
  { channel_id, external_id }: IdentityRow,
): Promise<OpenTicket | undefined> {
  const own = open.find(
    (ticket) => ticket.channel_id === channel_id && ticket.client_external_id === external_id,
  );
  if (own || !open.some(({ merged_tickets: merged }) => merged)) return own;
  const merged = await mergedOnThread(scope, channel_id, external_id);
  return open.find(({ merged_tickets: held }) => merged !== null && held?.includes(merged));
}
type About = {
  identity: IdentityRow;
  there: OpenTicket | undefined;
  first: Map<string, Promise<WayToWrite>>;
};

async function wayTo(scope: Scope, { client }: Asked, about: About): Promise<WayToWrite> {
  const { identity, there, first } = about;
  const module = scope.platforms.find(identity.platform);
  if (!module || identity.removed_on) return not("channel_disconnected");
  if (client.blocked_on) return not("client_blocked");
  const { declaration } = module;
  if (declaration.begin === "anyone") return { by: "mail" };
  if (there)
    return seesDepartment(scope.actor, there.department_id)
      ? { by: "ticket", ticketid: there.id }
      : not("conversation_elsewhere");
  if (identity.unreachable_on) return not(identity.unreachable_reason ?? "client_not_subscribed");
  if (declaration.begin === "template") return byTemplate(scope, identity);
  if (!beginsWithKnown(declaration)) return not("channel_without_templates");
  const place = { channelId: identity.channel_id, clientId: client.id };
  const way = first.get(place.channelId) ?? byText(scope, place);
  first.set(place.channelId, way);
  return way;
}

async function byText(scope: Scope, place: { channelId: string; clientId: string }): Promise<WayToWrite> {
  const known = await findKnownClient(scope, place);
  if (!known) return not("client_ticket_unseen");
  const plan = await planConversation(scope, known);
  return "why" in plan ? not(plan.why) : { by: "text" };
}

/** A new conversation comes into the account's department, which the agent has to see. */
async function byTemplate(
  scope: Scope,
  { channel_id, alias, external_id }: IdentityRow,
): Promise<WayToWrite> {
  const own = await scope.db
    .selectFrom("channel")
    .innerJoin("department", (join) =>
      join
        .onRef("department.company_id", "=", "channel.company_id")
        .onRef("department.id", "=", "channel.department_id"),
    )
    .select("department.id")
    .where("channel.company_id", "=", scope.companyId)
    .where("channel.id", "=", channel_id)
    .where("department.deleted_on", "is", null)
    .executeTakeFirst();
  const departmentId = own?.id ?? (await pickDepartment(scope)).departmentid;
  if (!seesDepartment(scope.actor, departmentId)) return not("client_ticket_unseen");
  const number = [alias, external_id].find((one) => one && /^\d{7,15}$/.test(one));
  return { by: "template", ...(number && { to: `+${number}` }) };
}

function openTicketsOf({ db, companyId }: Scope, clientId: string) {
  return (
    db
      .selectFrom("ticket")
      .select(["id", "channel_id", "client_external_id", "department_id", "merged_tickets"])
      .where("company_id", "=", companyId)
      .where("client_id", "=", clientId)
      .where("closed_on", "is", null)
      // The client writes into the ticket from which others were split.
      .orderBy(sql`split_from is not null`)
      .orderBy("updated_on", "desc")
      .orderBy("id")
      .limit(limits.clientIdentities)
      .execute()
  );
}

const not = (why: Why): WayToWrite => ({ by: "nothing", why: reasonFrom(why) });
