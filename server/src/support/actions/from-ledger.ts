import { actionTypes, eventKinds } from "@parley/contract/ledger";
import { inTransaction } from "../../floor/ledger/subscribers.ts";

type Named = { client?: string; agent?: string | null; rating?: number };

/** Lists an event among the actions of the agent and the client whom its facts name. */
export const listAction = inTransaction(actionTypes, async (scope, event) => {
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
});
