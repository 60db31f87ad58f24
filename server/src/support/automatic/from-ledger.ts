import { sql } from "kysely";
import type { ByCursor } from "../../floor/ledger/subscribers.ts";

/**
 * Notes the tickets in which something happened, of companies with automatic messages: one statement for a batch of
 * events.
 */
export const noteDueTickets: ByCursor = {
  name: "automatic",
  kinds: ["ticket_message", "ticket_reopen", "ticket_close"],
  async handleAll(db, kinds, after, until) {
    await sql`insert into automatic_due (company_id, ticket_id, due_on)
      select distinct e.company_id, e.subject_id, 'epoch'::timestamptz from event e
      where e.place > ${after} and e.place <= ${until} and e.kind = any(${[...kinds]}) 
        and (e.kind <> 'ticket_message' or e.actor_kind <> 'desk')
        and exists (select from automatic_message a where a.company_id = e.company_id and a.enabled_on is not null)
      order by e.company_id, e.subject_id
      on conflict (company_id, ticket_id) do update set due_on = excluded.due_on`.execute(db);
  },
};
