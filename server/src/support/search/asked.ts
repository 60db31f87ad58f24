/** A search as its parts are asked for: read, folded, with its reader and its page. */
import { fold } from "@parley/contract/fold";
import { readSearch, type SearchedPhrase } from "@parley/contract/search-query";
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { beginOf, companyTimeZone } from "../../people/company/time-zone.ts";

/** `words`, `from`, `to` and `tags` are folded. `writers` are those whom each `from` names. */
export type Asked = SearchedPhrase & { zone: string; writers: Writers[] };

/** The agents and clients with a name: a message has their ids. */
export type Writers = { name: string; agents: string[]; clients: string[] };

/** The number of clients of one name whose messages are found. */
const mostClients = 2_000;

/** The last result of the page before. */
export type Behind = { at: string; id: string } | null;

/** The size of a page, and one more, which shows whether there is a next one. */
export type Page = { behind: Behind; size: number };

/** A row that the queries answer, the newest first. `at` has microseconds, in UTC. */
export type Found = { id: string; ticket_id: string | null; at: string };

export async function readAsked(scope: Scope, typed: string): Promise<Asked> {
  const read = readSearch(typed);
  const folded = (texts: string[]) => [...new Set(texts.map((text) => fold(text).trim()))].filter(Boolean);
  const from = folded(read.from);
  return {
    ...read,
    words: folded(read.words),
    from,
    writers: await Promise.all(from.map((name) => writersOf(scope, name))),
    to: folded(read.to),
    tags: folded(read.tags),
    zone: await companyTimeZone(scope),
  };
}

async function writersOf(scope: Scope, name: string): Promise<Writers> {
  const { rows } = await sql<{ agents: string[]; clients: string[] }>`select
    array(select a.id from agent a where a.company_id = ${scope.companyId}
      and has_word(fold(a.first_name || ' ' || a.last_name), ${name}::text)) as agents,
    array(select id from ${named(scope, "client", [name])} union select id from ${named(scope, "identity", [name])}
      limit ${mostClients}) as clients`.execute(scope.db);
  return { name, agents: rows[0]?.agents ?? [], clients: rows[0]?.clients ?? [] };
}

export const readCursor = (cursor: string | undefined): Behind => {
  const [at, id] = cursor?.split("~") ?? [];
  return at && id ? { at, id } : null;
};

export const cursorOf = ({ at, id }: Found): string => `${at}~${id}`;

/** A time as a cursor has it, exact to the microsecond. */
export const exactTime = (time: RawBuilder<unknown>) =>
  sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export const isBehind = (at: RawBuilder<unknown>, id: RawBuilder<unknown>, behind: Behind) =>
  behind
    ? sql<boolean>`(${at}, ${id}) < (${behind.at}::timestamptz, ${behind.id}::uuid)`
    : sql<boolean>`true`;

/** Every word stands in a folded text, by the rule of the SQL function `has_word`. */
export const hasWords = (text: RawBuilder<unknown>, words: string[]) =>
  all(words.map((word) => sql<boolean>`has_word(${text}, ${word}::text)`));

/** Every value is a part of a text that is not folded yet. */
export const hasParts = (text: RawBuilder<unknown>, values: string[]) =>
  all(values.map((value) => sql<boolean>`strpos(fold(${text}), ${value}::text) > 0`));

export const all = (conditions: RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : sql<boolean>`true`;

type Dates = Pick<Asked, "before" | "after" | "zone">;

/** The conditions of `before:` and `after:` on a time. */
export function within(at: RawBuilder<unknown>, { before, after, zone }: Dates): RawBuilder<boolean>[] {
  return [
    ...(before ? [sql<boolean>`${at} < ${beginOf(sql`${before}::date`, zone)}`] : []),
    ...(after ? [sql<boolean>`${at} >= ${beginOf(sql`${after}::date`, zone)}`] : []),
  ];
}

/** The indexes name the ids of a place's rows in which all words stand, of the whole company. */
export const named = (
  { companyId }: Pick<Scope, "companyId">,
  place: "message" | "mail" | "subject" | "note" | "file" | "client" | "identity",
  words: string[],
) =>
  sql<{
    ticket_id: string;
    id: string;
    created_on: Date;
  }>`find_by_words(${companyId}::uuid, ${place}::text, ${words}::text[])`;
