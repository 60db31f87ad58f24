import type { Scope } from "../../floor/database/scope.ts";
import type { TicketRow } from "../../support/ticket/access.ts";
import type { Sender } from "../seam/adapter.ts";

/** Adds a person to a conversation, unless they are its client. The last name they gave is kept. */
export async function addParticipant(
  scope: Pick<Scope, "db" | "companyId" | "now">,
  ticket: Pick<TicketRow, "id" | "client_external_id">,
  { externalId, name, known = true }: Pick<Sender, "externalId" | "name" | "known">,
): Promise<void> {
  if (externalId === ticket.client_external_id) return;
  await scope.db
    .insertInto("participant")
    .values({
      company_id: scope.companyId,
      ticket_id: ticket.id,
      external_id: externalId,
      name: name.slice(0, 200),
      known,
      created_on: scope.now,
    })
    .onConflict((on) =>
      on.columns(["company_id", "ticket_id", "external_id"]).doUpdateSet({ name: name.slice(0, 200) }),
    )
    .execute();
}
