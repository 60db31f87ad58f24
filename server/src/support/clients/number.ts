import type { ClientNumber } from "@parley/contract/clients";
import { limits } from "@parley/contract/limits";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { departmentsOfClient } from "../client/departments.ts";
import { accessTicket } from "../ticket/access.ts";
import { lockTicketsOfClient, viewTicketsOfClient } from "../tickets/of-client.ts";

/**
 * Sets or clears the number of the client of a ticket that the agent sees. All their tickets show it, so the change
 * is published to all departments concerned.
 */
export async function updateClientNumber(
  scope: Scope<AgentActor>,
  of: { ticketid: string; clientid: string; client_number: string },
): Promise<ClientNumber> {
  const ticket = await accessTicket(scope, of.ticketid, "see");
  if (ticket.client_id !== of.clientid) throw new Refusal(404, "not_found", "client_id_invalid");
  // Tickets are locked before the client, the order of every other unit of work.
  const tickets = await lockTicketsOfClient(scope, [of.clientid], limits.clientTicketsPublished);
  const account_number = of.client_number || null;
  const before = await scope.db
    .selectFrom("client")
    .select(["id", "name", "account_number"])
    .where("company_id", "=", scope.companyId)
    .where("id", "=", of.clientid)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const changes = changesBetween(before, { account_number });
  if (Object.keys(changes).length > 0) {
    await scope.db
      .updateTable("client")
      .set({ account_number })
      .where("company_id", "=", scope.companyId)
      .where("id", "=", before.id)
      .execute();
    await record(scope, {
      kind: "client_update",
      subject: before.id,
      name: before.name,
      facts: { fields: Object.keys(changes) },
      changes,
      inHand: {
        tickets: await viewTicketsOfClient(scope, tickets),
        departments: await departmentsOfClient(scope, before.id),
      },
    });
  }
  return { clientid: of.clientid, account_number };
}
