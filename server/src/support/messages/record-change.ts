/** Records in the ledger what became of a message after it was written. The ticket is locked. */
import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import type { TicketRow } from "../ticket/access.ts";
import type { MessageRow } from "./append.ts";

type Of = Pick<TicketRow, "client_id">;
type Changed = Pick<MessageRow, "id" | "ticket_id">;

export async function recordByClient(
  scope: Scope,
  { client_id: client }: Of,
  { id: message, ticket_id: subject }: Changed,
  kind: "message_edit" | "message_delete" | "message_reaction",
): Promise<void> {
  const by = { kind: "client", id: client } as const;
  await record(scope, { kind, subject, facts: { client, message, agent: null }, by });
}

/** A message that fails, or may have, has an event; one that is sent, delivered or read has its status alone. */
export async function recordFailure(
  scope: Scope,
  { client_id: client }: Of,
  { id: message, ticket_id: subject, status }: Changed & Pick<MessageRow, "status">,
): Promise<void> {
  if (status !== "failed" && status !== "uncertain") return;
  const by = { kind: "desk", id: null } as const;
  await record(scope, { kind: "message_fail", subject, facts: { client, message, status }, by });
}
