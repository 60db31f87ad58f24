/** Finds addresses for a mail: of clients and organisations that the agent sees, and of colleagues. */
import type { AddressSuggestion } from "@parley/contract/address-suggestions";
import { limits } from "@parley/contract/limits";
import type { MailAddress } from "@parley/contract/mail";
import { sql } from "kysely";
import { agentName } from "../../floor/actors/name.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { clientsVisibleTo } from "../clients/access.ts";
import { selectOrganisations } from "../organisations/access.ts";

/** The most of each kind, so that none hides the others. */
const most = { client: 6, organisation: 2, colleague: 4 };

export async function suggestAddresses(
  scope: Scope<AgentActor>,
  phrase: string,
): Promise<AddressSuggestion[]> {
  return [
    ...(await clients(scope, phrase)),
    ...(await organisations(scope, phrase)),
    ...(await colleagues(scope, phrase)),
  ].slice(0, limits.addressesSuggested);
}

const escaped = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** By any part of the name, and by the beginning of the address or of its domain. */
async function clients(scope: Scope<AgentActor>, phrase: string): Promise<AddressSuggestion[]> {
  const { companyId } = scope;
  const departments = scope.actor.departments === "all" ? null : scope.actor.departments;
  const address = escaped(phrase.toLowerCase());
  const byName = sql<string>`(select search_clients(${companyId}::uuid, ${departments}::uuid[], ${phrase}::text, 50))`;
  const found = await mailIdentities(scope)
    .where((eb) =>
      eb.or([
        eb("identity.external_id", "like", `${address}%`),
        eb("identity.external_id", "like", `%@${address}%`),
        eb("client.id", "in", byName as never),
      ]),
    )
    .where("client.blocked_on", "is", null)
    .orderBy(sql`identity.external_id like ${`${address}%`}`, "desc")
    .orderBy("client.created_on", "desc")
    .limit(most.client * 2)
    .execute();
  const seen = new Set<string>();
  return found
    .filter(({ address }) => !seen.has(address) && seen.add(address))
    .slice(0, most.client)
    .map((one) => ({ kind: "client", name: one.name, addresses: [addressOf(one)] }));
}

/** Clients whom the agent sees, with their addresses on accounts of mails. */
function mailIdentities(scope: Scope<AgentActor>) {
  const platforms = scope.platforms.all.filter(({ declaration }) => declaration.mail);
  return scope.db
    .selectFrom("client")
    .innerJoin("client_identity as identity", (join) =>
      join
        .onRef("identity.company_id", "=", "client.company_id")
        .onRef("identity.client_id", "=", "client.id"),
    )
    .innerJoin("channel", (join) =>
      join
        .onRef("channel.company_id", "=", "identity.company_id")
        .onRef("channel.id", "=", "identity.channel_id"),
    )
    .select(["client.name", "identity.external_id as address"])
    .where("client.company_id", "=", scope.companyId)
    .where("client.merged_into", "is", null)
    .where(
      "channel.platform",
      "in",
      platforms.map(({ platform }) => platform),
    )
    .where((eb) => clientsVisibleTo(scope.actor)(eb as never));
}

const addressOf = ({ name, address }: { name: string; address: string }): MailAddress => ({
  name: name === address ? null : name,
  address,
});

async function organisations(scope: Scope<AgentActor>, phrase: string): Promise<AddressSuggestion[]> {
  const named = await selectOrganisations(scope)
    .select(["organisation.id", "organisation.name"])
    .where(sql<boolean>`fold(organisation.name) like '%' || fold(${escaped(phrase)}) || '%'`)
    .orderBy("organisation.name")
    .limit(most.organisation)
    .execute();
  const found: AddressSuggestion[] = [];
  for (const { id, name } of named) {
    const people = await mailIdentities(scope)
      .where("client.organisation_id", "=", id)
      .where("client.blocked_on", "is", null)
      .orderBy("client.name")
      .limit(limits.addressesOfOrganisation)
      .execute();
    if (people.length > 0) found.push({ kind: "organisation", name, addresses: people.map(addressOf) });
  }
  return found;
}

/** Every agent knows the names and addresses of all colleagues. */
async function colleagues(scope: Scope<AgentActor>, phrase: string): Promise<AddressSuggestion[]> {
  const rows = await scope.db
    .selectFrom("agent")
    .select(["first_name", "last_name", "email"])
    .where("company_id", "=", scope.companyId)
    .where("disabled_on", "is", null)
    .where("id", "<>", scope.actor.id)
    .where(
      sql<boolean>`(lower(email) like ${`${escaped(phrase.toLowerCase())}%`}
        or fold(first_name || ' ' || last_name) like '%' || fold(${escaped(phrase)}) || '%')`,
    )
    .orderBy("first_name")
    .orderBy("last_name")
    .limit(most.colleague)
    .execute();
  return rows.map((row) => {
    const name = agentName(row);
    return { kind: "colleague", name, addresses: [{ name, address: row.email }] };
  });
}
