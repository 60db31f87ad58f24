import { sql } from "kysely";
import type { ByCursor } from "../../../floor/ledger/subscribers.ts";

/** An answer that is unread for this long is sent by mail. */
export const unreadFor = "5 minutes";

/**
 * Notes the visitors' conversations in which an agent or a program wrote, with the time of the check: one statement for a batch of
 * events.
 */
export const noteUnreadAnswers: ByCursor = {
  name: "visitor_mail",
  kinds: ["ticket_message"],
  async handleAll(db, kinds, after, until) {
    await sql`insert into visitor_mail_due (company_id, ticket_id, due_on)
      select e.company_id, e.subject_id, min(e.time) + ${unreadFor}::interval from event e
      join ticket t on t.company_id = e.company_id and t.id = e.subject_id
      join visitor v on v.company_id = t.company_id and v.channel_id = t.channel_id
        and v.external_id = t.client_external_id
      where e.place > ${after} and e.place <= ${until} and e.kind = any(${[...kinds]}) and e.actor_kind in ('agent', 'api_key')
      group by e.company_id, e.subject_id order by e.company_id, e.subject_id
      on conflict (company_id, ticket_id) do nothing`.execute(db);
  },
};
