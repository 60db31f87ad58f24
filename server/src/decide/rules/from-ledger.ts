import { ruleEvents } from "@parley/contract/rule-words";
import { sql } from "kysely";
import type { ByCursor } from "../../floor/ledger/subscribers.ts";

/** Notes the events that rules hear, of companies with rules: one statement for a batch of events. */
export const noteRuleEvents: ByCursor = {
  name: "rules",
  kinds: Object.values(ruleEvents).flatMap(({ kinds }) => [...kinds]),
  async handleAll(db, kinds, after, until) {
    await sql`insert into rule_due (company_id, ticket_id, number, due_on)
      select e.company_id, e.subject_id, e.number, 'epoch' from event e
      where e.place > ${after} and e.place <= ${until} and e.kind = any(${[...kinds]})
        and (e.kind <> 'ticket_message' or e.actor_kind <> 'desk')
        and exists (select from rule r where r.company_id = e.company_id and r.enabled_on is not null)
      on conflict do nothing`.execute(db);
  },
};
