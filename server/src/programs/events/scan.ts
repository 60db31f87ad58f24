/**
 * Reads the ledger from a place on: a bounded number of the company's events, in order, without regard to who may see
 * them.
 */

import type { ActorKind, SubjectType } from "@parley/contract/ledger";
import type { ProgramEventType } from "@parley/contract/program-events";
import { type RawBuilder, sql } from "kysely";
import { withDeleted } from "../../floor/database/deleted.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { showMerged } from "../../support/ticket/merged.ts";
import type { PlacedRow } from "./cursor.ts";

/** The number of events that one scan passes at most. */
export const mostLooked = 2_000;

export type FoundEvent = PlacedRow & {
  kind: ProgramEventType;
  subject_type: SubjectType;
  actor_kind: ActorKind;
  actor_id: string | null;
  time: Date;
  facts: Record<string, unknown>;
  /** The ticket that shows it: of a merged one its target. Null where there is none, or no longer. */
  ticket_id: string | null;
};

export type Look = {
  found: FoundEvent[];
  /** The last event that was passed; null when there was none. */
  until: PlacedRow | null;
  /** There may be more behind it. */
  more: boolean;
};

/** `webhooks`: what rules send to them is seen whatever the types. */
export type Sight = {
  types: readonly ProgramEventType[];
  departments: readonly string[] | "all";
  webhooks?: readonly string[];
};
type Ahead = { after: number; limit: number };

/**
 * The next events that the reader sees. One of a ticket is seen by whom its department is shown, also when the ticket is
 * deleted; once its rows are gone, by who sees every department.
 */
export async function scan(
  scope: Scope,
  sight: Sight,
  { after, limit }: Ahead,
  matches: RawBuilder<unknown> = sql`true`,
): Promise<Look> {
  // The end is read first: an event that is placed meanwhile is behind it, and comes with the next scan.
  const { rows: passed } = await sql<PlacedRow & { count: number }>`
    select l.place, l.subject_id, l.number, count(*) over ()::integer as count from (${ahead(scope, after)}) l
    order by l.place desc limit 1`.execute(scope.db);
  const [until] = passed;
  if (!until) return { found: [], until: null, more: false };
  const events = sql`${columns} where company_id = ${scope.companyId} and place > ${after} and place <= ${until.place}`;
  const found = await seenAmong(scope, sight, events, limit + 1, matches);
  if (found.length > limit) {
    const page = found.slice(0, limit);
    return { found: page, until: page.at(-1) ?? until, more: true };
  }
  return { found, until, more: until.count >= mostLooked };
}

/** The events at these places that the reader sees, and still does. */
export function scanAt(scope: Scope, sight: Sight, places: number[]): Promise<FoundEvent[]> {
  const at = sql`${columns} where company_id = ${scope.companyId} and place = any(${places}::bigint[])`;
  return seenAmong(scope, sight, at, places.length);
}

async function seenAmong(
  scope: Scope,
  { types, departments, webhooks = [] }: Sight,
  events: RawBuilder<unknown>,
  limit: number,
  matches: RawBuilder<unknown> = sql`true`,
): Promise<FoundEvent[]> {
  await showMerged(scope);
  const bySender = sql`l.kind = 'ticket_rule' and l.facts ->> 'webhook' = any(${[...webhooks]}::text[])`;
  const ofKind = sql`l.kind = any(${[...types]}::text[])`;
  const heard = webhooks.length > 0 ? sql`(${ofKind} or ${bySender})` : ofKind;
  const seen = departments === "all" ? sql`true` : seenIn(scope, departments);
  const { rows } = await withDeleted(scope, () =>
    sql<FoundEvent>`select l.*, coalesce(t.merged_into, t.id) as ticket_id from (${events}) l
      left join lateral (select * from ticket where ticket.company_id = ${scope.companyId} and ticket.id = l.subject_id
        and l.subject_type = 'ticket' offset 0) t on true
      where ${heard} and ${seen} and ${matches}
      order by l.place limit ${limit}`.execute(scope.db),
  );
  return rows;
}

const columns = sql`
  select place, kind, subject_type, subject_id, number, actor_kind, actor_id, time, facts from event`;

const ahead = ({ companyId }: Scope, after: number) => sql`
  ${columns} where company_id = ${companyId} and place > ${after} order by place limit ${mostLooked}`;

const seenIn = ({ companyId }: Scope, departments: readonly string[]) => sql`case l.subject_type
  when 'ticket' then coalesce((select g.department_id from ticket g where g.company_id = ${companyId} and g.id = t.merged_into),
    t.department_id) = any(${[...departments]}::uuid[])
  when 'client' then exists (select from ticket o where o.company_id = ${companyId} and o.client_id = l.subject_id
    and o.deleted_on is null and o.department_id = any(${[...departments]}::uuid[]))
  else true end`;
