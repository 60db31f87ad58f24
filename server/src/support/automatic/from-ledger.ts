import { sql } from "kysely";
import type { ByCursor } from "../../floor/ledger/subscribers.ts";

/**
 * Notes the tickets in which something happened, for a merged one its target, of companies with automatic messages: one statement for a batch of
 * events.
 */
export const noteDueTickets: ByCursor = {
  name: "automatic",
  kinds: ["ticket_message", "ticket_reopen", "ticket_close", "ticket_merge", "ticket_unmerge"],
  async handleAll(db, kinds, after, until) {
    await sql`insert into automatic_due (company_id, ticket_id, due_on)
      select distinct e.company_id, coalesce(t.merged_into, e.subject_id), 'epoch'::timestamptz from event e
      left join ticket t on t.company_id = e.company_id and t.id = e.subject_id
      where e.place > ${after} and e.place <= ${until} and e.kind = any(${[...kinds]}) 
        and (e.kind <> 'ticket_message' or e.actor_kind <> 'desk')
        and exists (select from automatic_message a where a.company_id = e.company_id and a.enabled_on is not null)
      order by 1, 2
      on conflict (company_id, ticket_id) do update set due_on = excluded.due_on`.execute(db);
  },
};
