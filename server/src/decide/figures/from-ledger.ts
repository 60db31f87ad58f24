import { type EventKind, eventKinds } from "@parley/contract/ledger";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { type ByCursor, inTransaction } from "../../floor/ledger/subscribers.ts";

const ofTickets = (Object.keys(eventKinds) as EventKind[]).filter(
  (kind) => eventKinds[kind].subject === "ticket",
);

/**
 * Notes the tickets of which something happened, with those that a merging or a splitting names: one statement for a batch. A ticket that is
 * gone is noted where it counts still.
 */
export const noteFigures: ByCursor = {
  name: "figures",
  kinds: ofTickets,
  async handleAll(db, kinds, after, until) {
    await sql`insert into figure_due (company_id, ticket_id, due_on)
      select distinct on (e.company_id, t.id) e.company_id, t.id, 'epoch'::timestamptz from event e
      cross join lateral (values (e.subject_id), ((e.facts ->> 'merged')::uuid),
        (case when e.kind in ('ticket_split', 'ticket_unsplit') then (e.facts ->> 'split')::uuid end)) t (id)
      where e.place > ${after} and e.place <= ${until} and e.kind = any(${[...kinds]}) and t.id is not null
        and (exists (select from ticket k where k.company_id = e.company_id and k.id = t.id)
          or exists (select from figure_span s where s.company_id = e.company_id and s.ticket_id = t.id))
      order by e.company_id, t.id
      on conflict do nothing`.execute(db);
  },
};

/** Asks to count each ticket of the company anew, from the first. */
async function askToFill({ db, companyId }: { db: Kysely<Database>; companyId: string }): Promise<void> {
  await sql`insert into figure_fill (company_id, version, after)
    values (${companyId}::uuid, 1, '00000000-0000-0000-0000-000000000000')
    on conflict (company_id) do update set version = figure_fill.version + 1, after = excluded.after`.execute(
    db,
  );
}

const anew = ["company_hours", "department_hours", "tag_delete", "tag_merge", "company_update"] as const;

/** Another zone moves what happened to other days; other hours measure it anew; a deleted or merged tag is no longer the tickets'. */
export const fillFiguresOnChange = inTransaction(anew, async (scope: Scope, event) => {
  if (event.kind !== "company_update" || event.facts.fields.includes("time_zone")) await askToFill(scope);
});
