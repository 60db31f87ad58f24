/** Lines of the timeline, read from the ledger. */
import { lineKinds } from "@parley/contract/ledger";
import type { EventLine } from "@parley/contract/notes";
import type { Priority } from "@parley/contract/priorities";
import { type RawBuilder, sql } from "kysely";
import { byPlace, type Finder } from "../../floor/database/batch.ts";
import { isOfTicket } from "../ticket/merged.ts";
import { type Range, rangeTable } from "./range.ts";

type LineRow = {
  ticket_id: string;
  number: number;
  kind: EventLine["kind"];
  time: Date;
  actor_id: string | null;
  actor_name: string | null;
  facts: object;
  /** The names that the facts' `to_department` and `to_handler` have now. */
  department_name: string | null;
  handler_name: string | null;
  tags: NonNullable<EventLine["tags"]> | null;
  /** The name that the facts' `writer` has now. */
  writer_name: string | null;
  /** The name that the facts' `field` has now. */
  field: string | null;
  /** The other ticket of a splitting, or that into which it was merged, while it is there. */
  other: string | null;
};

/** The names that the tags in one of the event's facts have now; a deleted tag keeps its name. */
const tagNames = (companyId: string, fact: RawBuilder<unknown>) =>
  sql`coalesce((select jsonb_agg(g.name order by fold(g.name)) from jsonb_array_elements_text(e.facts -> ${fact}) f
    join tag g on g.company_id = ${companyId} and g.id = f::uuid), '[]')`;

const namingAnother = ["ticket_split", "ticket_split_off"];
const otherOf = sql`coalesce(e.facts ->> 'split', e.facts ->> 'source')::uuid`;

const ruleName = (companyId: string) => sql`case when e.actor_kind = 'rule' then (select v.name from rule
  join rule_version v on v.company_id = rule.company_id and v.rule_id = rule.id and v.version = rule.version
  where rule.company_id = ${companyId} and rule.id = e.actor_id) end`;

/** The newest first. The condition on the kinds is that of the index `event_beside_messages`. */
export const linesInRanges: Finder<Range, LineRow[]> = async ({ db, companyId }, ranges) => {
  const { rows } = await sql<LineRow & { place: number }>`
    select r.place, e.subject_id as ticket_id, e.number, e.kind, e.time, e.facts,
      a.id as actor_id, coalesce(trim(a.first_name || ' ' || a.last_name), k.name, ${ruleName(companyId)}) as actor_name,
      d.name as department_name, trim(h.first_name || ' ' || h.last_name) as handler_name,
      trim(w.first_name || ' ' || w.last_name) as writer_name,
      case when e.kind = 'ticket_tag' then jsonb_build_object(
        'added', ${tagNames(companyId, sql`'added'`)}, 'removed', ${tagNames(companyId, sql`'removed'`)}) end as tags, f.name as field,
      case when e.kind = any(${namingAnother}::text[]) then (select ticket.id from ticket
        where ticket.company_id = ${companyId} and ${isOfTicket(otherOf)}) end as other
    from ${rangeTable(ranges)}
    cross join lateral (
      select * from event
      where company_id = ${companyId} and subject_type = 'ticket' and subject_id = r.ticket
        and kind <> 'ticket_message' and (kind = any(${lineKinds}::text[]) or r.begins and kind = 'ticket_create')
        and time >= r."from" and time < r."to" and time <= r.before and (time, event.number) < (r.before, r.number)
      order by time desc, event.number desc
      limit r.most
    ) e
    left join agent a on a.company_id = ${companyId} and a.id = e.actor_id and e.actor_kind = 'agent'
    left join api_key k on k.company_id = ${companyId} and k.id = e.actor_id and e.actor_kind = 'api_key'
    left join department d on d.company_id = ${companyId} and d.id = (e.facts ->> 'to_department')::uuid
    left join field f on f.company_id = ${companyId} and f.id = (e.facts ->> 'field')::uuid
    left join agent h on h.company_id = ${companyId} and h.id = (e.facts ->> 'to_handler')::uuid
    left join agent w on w.company_id = ${companyId} and w.id = (e.facts ->> 'writer')::uuid
    order by r.place, e.time desc, e.number desc`.execute(db);
  return byPlace(ranges, rows);
};

type Facts = {
  until?: unknown;
  from_department?: unknown;
  to_department?: unknown;
  from_handler?: unknown;
  to_handler?: unknown;
  writer?: unknown;
  reason?: unknown;
  to?: unknown;
  messages?: unknown;
};

export function shapeLine(row: LineRow): EventLine {
  const facts: Facts = row.facts;
  return {
    ticketid: row.ticket_id,
    number: row.number,
    kind: row.kind,
    created_on: row.time.toISOString(),
    userid: row.actor_id,
    user_name: row.actor_name,
    department_name: facts.from_department !== facts.to_department ? row.department_name : null,
    handler_name: facts.to_handler ? row.handler_name : null,
    until: typeof facts.until === "number" ? new Date(facts.until).toISOString() : null,
    ...(facts.writer !== undefined && { writer_name: row.writer_name }),
    ...(typeof facts.reason === "string" && { reason: facts.reason }),
    ...(row.tags && { tags: row.tags }),
    ...(row.field !== null && { field: row.field }),
    ...(namingAnother.includes(row.kind) && { other: row.other }),
    ...(typeof facts.messages === "number" && { messages: facts.messages }),
    ...(row.kind === "ticket_priority" && { priority: facts.to as Priority }),
  };
}
