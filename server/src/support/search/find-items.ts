/**
 * Finds messages, notes or files, the newest first. The newest tickets are looked through first: what is common is found there.
 * What is rarer is asked of the indexes. Tickets seen by a mention are looked through beside.
 */
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { type Asked, exactTime, type Found, isBehind, named, type Page } from "./asked.ts";
import { isNarrow, newest, seenTickets, sightedTickets } from "./near.ts";

export type Items = {
  places: ("message" | "mail" | "note" | "file")[];
  /** A subquery of the items `id` and `at`, of `thread.id`; each of them has the words. */
  of: (key: RawBuilder<unknown>, words: string[]) => RawBuilder<unknown>;
  /** The column that holds an item's id. */
  id: RawBuilder<unknown>;
  /** True if a condition is asked of an item beside its words. */
  filtered: boolean;
  /** A condition on what an index found as `named`, where no other one is asked: it is found once. */
  once?: RawBuilder<unknown>;
};

/** The numbers of tickets that are looked through: at first, where those promise a page, and where no word can be asked for. */
const few = 60;
const further = 600;
const narrow = 2_000;

type Answer = { found: Found[]; bounded: boolean };

export async function findItems(scope: Scope, asked: Asked, items: Items, page: Page): Promise<Answer> {
  const { found, bounded } = await findSeen(scope, asked, items, page);
  const sighted = sightedTickets(scope, asked);
  if (!sighted) return { found, bounded };
  const { rows } = await sql<Found>`with near as materialized (${sighted.select(shown)})
    ${itemsOf(items, asked, page)}`.execute(scope.db);
  return { found: merge([found, rows], page.size), bounded };
}

export function merge(lists: Found[][], size: number): Found[] {
  const unique = new Map(lists.flat().map((one) => [one.id, one]));
  const behind = (one: Found, other: Found) => (one.at + one.id < other.at + other.id ? 1 : -1);
  return [...unique.values()].toSorted(behind).slice(0, size);
}

async function findSeen(scope: Scope, asked: Asked, items: Items, page: Page): Promise<Answer> {
  const { words } = asked;
  const steps = isNarrow(asked) || words.length === 0 ? [narrow] : [few, further];
  let walked: Found[] = [];
  for (const most of steps) {
    const step = await walk(scope, asked, items, page, most);
    if (step.enough) return { found: step.rows, bounded: false };
    walked = step.rows;
    // At this rate the next step does not fill the page.
    if (most === few && step.rows.length * (further / few) < page.size) break;
  }
  if (words.length > 0) {
    const found = await askIndexes(scope, asked, items, page, items.places, words);
    return { found, bounded: false };
  }
  const people = [...asked.from, ...asked.to];
  if (people.length === 0 || !items.places.includes("mail")) return { found: walked, bounded: true };
  const mails = await askIndexes(scope, asked, items, page, ["mail"], people);
  const theirs = await ofClients(scope, asked, items, page);
  return { found: merge([walked, mails, theirs], page.size), bounded: true };
}

/** `enough`: the page is full of what is newer than all that was not looked through, or everything was. */
async function walk(scope: Scope, asked: Asked, items: Items, page: Page, most: number) {
  const { rows } = await sql<Found & { sure: boolean; whole: boolean; id: string | null }>`
    with near as materialized (${newest(seenTickets(scope, asked), most)}),
    edge as (select greatest(
      (select min(at) from near where open having count(*) = ${most}::integer),
      (select min(at) from near where not open having count(*) = ${most}::integer)) as at)
    select found.*, edge.at is null as whole, coalesce(found.at::timestamptz > edge.at, true) as sure
    from edge left join (${itemsOf(items, asked, page)}) found on true`.execute(scope.db);
  const whole = rows[0]?.whole ?? true;
  const found = rows.filter(({ id }) => id !== null);
  return { rows: found, enough: whole || (found.length === page.size && found.every(({ sure }) => sure)) };
}

const shown = ["ticket.id", "ticket.merged_tickets"] as const;

/** A ticket, and those that were merged into it. */
const threads = sql`cross join lateral unnest(near.id || near.merged_tickets) thread (id)`;

/** The items of the tickets `near`. A ticket's are read at once: the planner would read those of all. */
function itemsOf({ of }: Items, { words }: Asked, { behind, size }: Page) {
  return sql`select item.id, near.id as ticket_id, ${exactTime(sql`item.at`)} as at
    from near ${threads} cross join lateral (${of(sql`true`, words)} offset 0) item
    where ${isBehind(sql`item.at`, sql`item.id`, behind)}
    order by item.at desc, item.id desc limit ${size}`;
}

async function askIndexes(
  scope: Scope,
  asked: Asked,
  items: Items,
  { behind, size }: Page,
  places: Items["places"],
  words: string[],
): Promise<Found[]> {
  const sources = places.map((place) => sql`select * from ${named(scope, place, words)}`);
  const seen = seenTickets(scope, asked).select(shown).where(sql<boolean>`ticket.id = named.ticket_id`);
  const key = sql`${items.id} = named.id`;
  const item = items.filtered
    ? sql`${threads} cross join lateral (${items.of(key, [])} offset 0) item`
    : sql`cross join lateral (select named.id, named.created_on as at where ${items.once ?? sql`true`}) item`;
  const { rows } = await sql<Found>`
    with named as materialized (${sql.join(sources, sql` union `)})
    select item.id, near.id as ticket_id, ${exactTime(sql`item.at`)} as at
    from named cross join lateral (${seen} offset 0) near ${item}
    where ${isBehind(sql`item.at`, sql`item.id`, behind)}
    order by item.at desc, item.id desc limit ${size}`.execute(scope.db);
  return rows;
}

/** Finds what clients of the name wrote, in their newest tickets. */
async function ofClients(scope: Scope, asked: Asked, items: Items, page: Page): Promise<Found[]> {
  const [first] = asked.writers;
  if (!first || first.clients.length === 0) return [];
  const theirs = seenTickets(scope, asked).where("ticket.client_id", "in", first.clients);
  const { rows } = await sql<Found>`with near as materialized (${newest(theirs, further)})
    ${itemsOf(items, asked, page)}`.execute(scope.db);
  return rows;
}
