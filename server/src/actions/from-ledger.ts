import { type ActionType, actionTypes, eventKinds } from "@parley/contract/ledger";
import type { Scope } from "../database/scope.ts";
import type { LedgerEvent } from "../ledger/event.ts";

type Listed = LedgerEvent<ActionType>;
type Named = { client?: string; agent?: string | null; rating?: number };

/** Lists an event among the actions of the agent and the client whom its facts name. */
export async function listAction(scope: Scope, event: LedgerEvent): Promise<void> {
  if (!isListed(event)) return;
  const ofTicket = eventKinds[event.kind].subject === "ticket";
  const { client = null, agent = null, rating = null } = event.facts as Named;
  await scope.db
    .insertInto("action")
    .values({
      company_id: scope.companyId,
      type: event.kind,
      time: scope.now,
      client_id: client,
      ticket_id: ofTicket ? event.subject : null,
      agent_id: ofTicket ? agent : event.subject,
      rating,
    })
    .execute();
}

const isListed = (event: LedgerEvent): event is Listed =>
  (actionTypes as readonly string[]).includes(event.kind);
