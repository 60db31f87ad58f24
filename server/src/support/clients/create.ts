import type { ClientRow } from "@parley/contract/client-profiles";
import type { programNewClient } from "@parley/contract/programs";
import { reasonOf } from "@parley/contract/reasons";
import type { z } from "zod";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict, forbidden, invalid, notFound } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { viewClient } from "./view.ts";

type New = z.output<typeof programNewClient>;

/**
 * Makes a client who has not written yet, with an address at a mail account where one is given. Only who sees every
 * department sees clients without a ticket, and makes them. 409 names the client who has the address.
 */
export async function createClient(
  scope: Scope<ProgramActor>,
  { name, number, address, mail }: New,
): Promise<ClientRow> {
  if (scope.actor.departments !== "all") throw forbidden("every_department_only");
  const client = await scope.db
    .insertInto("client")
    .values({
      ...{ company_id: scope.companyId, created_on: scope.now, name },
      ...{ account_number: number ?? null, address: address ?? null },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (mail) await addAddress(scope, client.id, mail);
  await record(scope, {
    kind: "client_create",
    subject: client.id,
    name: client.name,
    facts: {},
    inHand: { departments: [] },
  });
  return viewClient(scope, client);
}

async function addAddress(scope: Scope, clientId: string, mail: NonNullable<New["mail"]>): Promise<void> {
  const { db, companyId } = scope;
  const channel = await db
    .selectFrom("channel")
    .select(["id", "platform"])
    .where("company_id", "=", companyId)
    .where("id", "=", mail.channel_id)
    .where("removed_on", "is", null)
    .executeTakeFirst();
  if (!channel) throw notFound();
  if (!scope.platforms.declarationOf(channel.platform).mail) throw invalid("channel_without_mail");
  const key = { company_id: companyId, channel_id: channel.id, external_id: mail.address.toLowerCase() };
  const added = await db
    .insertInto("client_identity")
    .values({ ...key, client_id: clientId, created_on: scope.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("client_id")
    .executeTakeFirst();
  if (added) return;
  const known = await db
    .selectFrom("client_identity")
    .select("client_id")
    .where("company_id", "=", key.company_id)
    .where("channel_id", "=", key.channel_id)
    .where("external_id", "=", key.external_id)
    .executeTakeFirstOrThrow();
  throw conflict("conflict", reasonOf("client_exists", { client: known.client_id }));
}
