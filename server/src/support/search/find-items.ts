/**
 * Finds messages, notes or files, the newest first. The newest tickets are read first, where common words are found.
 * Rarer words are looked up in the indexes. Tickets seen by a mention are read in both cases.
 */
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { type Asked, type Behind, exactTime, type Found, isBehind, named, type Page } from "./asked.ts";
import { isNarrow, lastBegun, newest, seenTickets, sightedTickets } from "./near.ts";
import { farthest, few, nextStep, walk } from "./walk.ts";

export type Items = {
  places: ("message" | "mail" | "note" | "file")[];
  /** A subquery of the items `id` and `at`, of `thread.id`; each of them has the words, and meets the conditions beside them. */
  of: (key: RawBuilder<unknown>, words: string[], wordsAlone?: boolean) => RawBuilder<unknown>;
  /** The column that holds an item's id. */
  id: RawBuilder<unknown>;
  /** True if a condition is asked of an item beside its words. */
  filtered: boolean;
  /** A condition on what an index found as `named`, where no other one is asked: it is found once. */
  once?: RawBuilder<unknown>;
};

/** The number of tickets that are looked through where no word can be asked for. */
export const narrow = 2_000;
/** The same for words that are common: each text is folded. */
const far = 1_000;

/** The indexes are asked for words that so many texts have; each takes some 40 microseconds. */
const mostNamed = 5_000;

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
  const rows = itemsOf(items, asked, page);
  let walked: Found[] = [];
  for (let most: number | null = isNarrow(asked) ? narrow : few; most; ) {
    const step = await walk(scope, newest(seenTickets(scope, asked), most), most, rows, page);
    if (step.enough) return { found: step.rows, bounded: false };
    walked = step.rows;
    most = words.length > 0 ? nextStep(most, step, page) : most < narrow ? narrow : null;
  }
  const people = [...asked.from, ...asked.to];
  const withMails = people.length > 0 && items.places.includes("mail");
  const theirs =
    withMails && (words.length === 0 || areClients(asked))
      ? await ofClients(scope, asked, items, page)
      : null;
  // Clients of the name are fewer than the texts with a common word.
  if (words.length > 0 && !theirs?.enough) {
    if (!(await areCommon(scope, asked, items, page, words))) {
      const found = await askIndexes(scope, asked, items, page, items.places, words);
      return { found, bounded: false };
    }
    const { enough, found } = await walkFar(scope, asked, rows, page);
    if (enough) return { found, bounded: false };
    walked = found;
  }
  if (!withMails || (await areCommon(scope, asked, items, page, people)))
    return { found: walked, bounded: true };
  const mails = await askIndexes(scope, asked, items, page, ["mail"], people);
  return { found: merge([walked, mails, theirs?.rows ?? []], page.size), bounded: true };
}

/** True if `from:` names one or more clients, or writers of mails alone, and no agent. */
const areClients = ({ writers }: Asked) =>
  writers.length > 0 && writers.every(({ agents }) => agents.length === 0);

const shown = ["ticket.id", "ticket.merged_tickets"] as const;

const isLater = ({ before }: Asked, behind: Behind) => before !== null || behind !== null;

/**
 * Looks through as many tickets as a search may, for common words. Before a date or behind a page, 200 tickets do where they
 * fill the page.
 */
async function walkFar(scope: Scope, asked: Asked, rows: RawBuilder<unknown>, page: Page) {
  const seen = seenTickets(scope, asked);
  if (!isLater(asked, page.behind)) {
    const { rows: found, enough } = await walk(scope, newest(seen, far), far, rows, page);
    return { found, enough };
  }
  let found: Found[] = [];
  for (const most of [few, far])
    if (found.length < page.size)
      found = (await walk(scope, lastBegun(seen, most, asked, page.behind), most, rows, page)).rows;
  return { found, enough: false };
}

/**
 * True if the company has more texts with the words than the indexes are asked for, at the rate of 200 tickets. What
 * the search finds is then rare by its other conditions.
 */
async function areCommon(
  scope: Scope,
  asked: Asked,
  { of }: Items,
  { behind }: Page,
  words: string[],
): Promise<boolean> {
  const seen = seenTickets(scope, asked);
  const near = isLater(asked, behind) ? lastBegun(seen, few, asked, behind) : newest(seen, few);
  const { rows } = await sql<{ looked: number; found: number }>`
    with near as materialized (${near})
    select (select count(*) from near)::integer as looked, count(*)::integer as found
    from near ${threads} cross join lateral (${of(sql`true`, words, true)} offset 0) item`.execute(scope.db);
  const { looked, found } = rows[0] ?? { looked: 0, found: 0 };
  if (found === 0) return false;
  const tickets = Math.ceil((mostNamed * looked) / found);
  const { rows: more } = await sql`select from ticket where company_id = ${scope.companyId}
    offset ${tickets} limit 1`.execute(scope.db);
  return more.length > 0;
}

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
  const rest = words === asked.words ? [] : asked.words;
  const sources = places.map((place) => sql`select * from ${named(scope, place, words)}`);
  const seen = seenTickets(scope, asked).select(shown).where(sql<boolean>`ticket.id = named.ticket_id`);
  const key = sql`${items.id} = named.id`;
  const item = items.filtered
    ? sql`${threads} cross join lateral (${items.of(key, rest)} offset 0) item`
    : sql`cross join lateral (select named.id, named.created_on as at where ${items.once ?? sql`true`}) item`;
  // The newest are looked up first, and no more of them than fill the page.
  const { rows } = await sql<Found>`
    with named as materialized (${sql.join(sources, sql` union `)})
    select item.id, near.id as ticket_id, ${exactTime(sql`named.created_on`)} as at
    from (select * from named where ${isBehind(sql`created_on`, sql`id`, behind)}
      order by created_on desc, id desc offset 0) named
    cross join lateral (${seen} offset 0) near ${item}
    order by named.created_on desc, named.id desc limit ${size}`.execute(scope.db);
  return rows;
}

/** Finds what clients of the name wrote, in their newest tickets. */
async function ofClients(scope: Scope, asked: Asked, items: Items, page: Page) {
  const [first] = asked.writers;
  if (!first || first.clients.length === 0) return { rows: [], sure: 0, enough: true };
  const theirs = seenTickets(scope, asked).where("ticket.client_id", "in", first.clients);
  const most = farthest(page.size);
  return walk(scope, newest(theirs, most), most, itemsOf(items, asked, page), page);
}
