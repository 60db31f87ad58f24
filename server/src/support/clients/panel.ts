/** The client of a ticket, as agents see them beside it. */
import type { TicketClient } from "@parley/contract/client-panel";
import { limits } from "@parley/contract/limits";
import { seesDepartment } from "@parley/contract/permissions";
import type { Scope } from "../../floor/database/scope.ts";
import { valuesOfClients } from "../fields/rows.ts";
import { organisationsOf } from "../organisation/names.ts";
import { tagsOfClients } from "../tags/rows.ts";
import { accessTicket, type TicketRow, visibleTo } from "../ticket/access.ts";
import { countsInFigures } from "../ticket/spam.ts";
import { type IdentityRow, waysToWrite } from "./ways-to-write.ts";

/**
 * An agent who sees the ticket by a mention alone, and nothing else of its client, gets no note, no other channel and
 * no other ticket.
 */
export async function viewTicketClient(scope: Scope, id: string): Promise<TicketClient> {
  const ticket = await accessTicket(scope, id, "read");
  const edits = seesDepartment(scope.actor, ticket.department_id);
  const client = await findClient(scope, ticket.client_id);
  const identities = await identitiesOf(scope, ticket, edits);
  const browsers = edits ? await browsersOf(scope, client.id) : [];
  const tags = (await tagsOfClients(scope, [client.id])).get(client.id);
  const fields = (await valuesOfClients(scope, [client.id])).get(client.id);
  const organisation = (await organisationsOf(scope, [client])).get(client.organisation_id ?? "");
  const ways = await waysToWrite(scope, { client, identities, edits });
  return {
    clientid: client.id,
    short_id: client.short_id,
    client_name: client.name,
    picture: client.picture,
    account_number: client.account_number,
    address: edits ? client.address : null,
    note: edits ? client.note : null,
    blocked_on: client.blocked_on !== null,
    created_on: client.created_on.toISOString(),
    ...(organisation && { organisation }),
    ...(tags && { tags }),
    ...(fields && { fields }),
    emails: [
      ...new Set([...addressesAmong(scope, identities), ...browsers.flatMap(({ email }) => email ?? [])]),
    ],
    language: languageOf(identities, ticket),
    time_zone: browsers.find(({ time_zone }) => time_zone)?.time_zone ?? null,
    identities: identities.map(
      ({ channel_id, platform, channel_name, external_id, username, created_on }, at) => ({
        ...{ channelid: channel_id, platform, channel_name, external_id, username },
        created_on: created_on.toISOString(),
        write: ways[at] ?? { by: "nothing", why: { code: "client_ticket_unseen", facts: {} } },
      }),
    ),
    ...(edits ? await ticketFigures(scope, client.id) : { tickets: 0, rating: null }),
    edits,
  };
}

function findClient({ db, companyId }: Scope, id: string) {
  return db
    .selectFrom("client")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** The newest identities, that of the ticket first. */
async function identitiesOf(scope: Scope, ticket: TicketRow, all: boolean): Promise<IdentityRow[]> {
  const own = (row: Pick<IdentityRow, "channel_id" | "external_id">) =>
    row.channel_id === ticket.channel_id && row.external_id === ticket.client_external_id;
  const rows = await scope.db
    .selectFrom("client_identity as identity")
    .innerJoin("channel", (join) =>
      join
        .onRef("channel.company_id", "=", "identity.company_id")
        .onRef("channel.id", "=", "identity.channel_id"),
    )
    .selectAll("identity")
    .select(["channel.platform", "channel.name as channel_name", "channel.removed_on"])
    .where("identity.company_id", "=", scope.companyId)
    .where("identity.client_id", "=", ticket.client_id)
    .orderBy(
      (eb) =>
        eb.and([
          eb("identity.channel_id", "=", ticket.channel_id),
          eb("identity.external_id", "=", ticket.client_external_id),
        ]),
      "desc",
    )
    .orderBy("identity.created_on", "desc")
    .orderBy("identity.external_id")
    .limit(all ? limits.clientIdentities : 1)
    .execute();
  return all ? rows : rows.filter(own);
}

/** The browsers in which the client is a website's visitor, the newest first. */
function browsersOf({ db, companyId }: Scope, clientId: string) {
  return db
    .selectFrom("client_identity as identity")
    .innerJoin("visitor", (join) =>
      join
        .onRef("visitor.company_id", "=", "identity.company_id")
        .onRef("visitor.channel_id", "=", "identity.channel_id")
        .onRef("visitor.external_id", "=", "identity.external_id"),
    )
    .select(["visitor.email", "visitor.time_zone"])
    .where("identity.company_id", "=", companyId)
    .where("identity.client_id", "=", clientId)
    .orderBy("visitor.created_on", "desc")
    .limit(limits.clientIdentities)
    .execute();
}

const addressesAmong = ({ platforms }: Scope, identities: IdentityRow[]): string[] =>
  identities
    .filter(({ platform }) => platforms.find(platform)?.declaration.mail)
    .map(({ external_id }) => external_id);

function languageOf(identities: IdentityRow[], ticket: TicketRow): string | null {
  const here = identities.find(({ channel_id }) => channel_id === ticket.channel_id);
  return here?.lang ?? identities.find(({ lang }) => lang)?.lang ?? null;
}

async function ticketFigures(
  { db, companyId, actor }: Scope,
  clientId: string,
): Promise<Pick<TicketClient, "tickets" | "rating">> {
  const { tickets, rating } = await db
    .selectFrom("ticket")
    .select(({ fn }) => [
      fn.countAll<string>().as("tickets"),
      fn.avg<string | null>("ticket.rating").as("rating"),
    ])
    .where("ticket.company_id", "=", companyId)
    .where("ticket.client_id", "=", clientId)
    .where(visibleTo(actor))
    .where(countsInFigures)
    .executeTakeFirstOrThrow();
  return {
    tickets: Number(tickets),
    rating: rating === null ? null : Math.round(Number(rating) * 100) / 100,
  };
}
