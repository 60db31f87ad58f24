/** Finds tickets: by how their id begins, by what names their client, and by the subjects of their mails. */
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import {
  type Asked,
  all,
  exactTime,
  type Found,
  hasWords,
  isBehind,
  named,
  type Page,
  within,
} from "./asked.ts";
import { merge, narrow } from "./find-items.ts";
import { newest, seenTickets, sightedTickets, timeOfTicket, withTime } from "./near.ts";
import { few, nextStep, walk } from "./walk.ts";

type Answer = { found: Found[]; bounded: boolean };

export async function findTickets(scope: Scope, asked: Asked, page: Page): Promise<Answer> {
  const { found, bounded } = await findSeen(scope, asked, page);
  const sighted = sightedTickets(scope, asked);
  if (!sighted) return { found, bounded };
  return { found: merge([found, await findAmong(scope, sighted, asked, page)], page.size), bounded };
}

/** Finds common words and tickets with a file among the newest tickets, rarer words by the indexes. */
async function findSeen(scope: Scope, asked: Asked, page: Page): Promise<Answer> {
  const { words, hasFile } = asked;
  const seen = seenTickets(scope, asked);
  const atFirst = words.length > 0 ? few : narrow;
  if (words.length > 0 || hasFile)
    for (let most: number | null = atFirst; most; ) {
      const near = newest(seen.where(all(during(asked))), most, page.behind);
      const step = await walk(scope, near, most, namedAmong(scope, asked, page), page);
      if (step.enough) return { found: step.rows, bounded: false };
      if (words.length === 0) return { found: step.rows, bounded: true };
      most = nextStep(most, step, page);
    }
  return { found: await findAmong(scope, seen, asked, page), bounded: false };
}

type Tickets = ReturnType<typeof seenTickets>;

async function findAmong(
  scope: Scope,
  tickets: Tickets,
  asked: Asked,
  { behind, size }: Page,
): Promise<Found[]> {
  const lasted = tickets.where(
    all([...during(asked), ...(asked.hasFile ? [hasFileIn(scope, "ticket")] : [])]),
  );
  const listed =
    asked.words.length > 0
      ? lasted
          .where(sql<boolean>`ticket.id in (${namedBy(scope, asked.words)})`)
          .where(isBehind(timeOfTicket, sql`ticket.id`, behind))
      : lasted.where(sql<boolean>`ticket.id in (select id from (${newest(lasted, size, behind)}) newest)`);
  return withTime(listed)
    .orderBy(timeOfTicket as never, "desc")
    .orderBy("ticket.id", "desc")
    .limit(size)
    .execute();
}

/** The tickets of `near` that `namedBy` names, with a file if one is asked for. Scalar subqueries are asked ticket by ticket. */
function namedAmong(scope: Scope, { words, hasFile }: Asked, { size }: Page) {
  const { companyId } = scope;
  const [from, to] = words.length === 1 ? idsThatBegin(words[0] ?? "") : [];
  const client = sql`fold(c.name || ' ' || c.short_id || coalesce(' ' || c.account_number, '') || coalesce(' ' || c.address, ''))`;
  const byId = from
    ? sql`or (select bool_or(of.id between ${from}::uuid and ${to}::uuid) from unnest(near.id || near.merged_tickets) of (id))`
    : sql``;
  const byWords = sql<boolean>`((select ${hasWords(client, words)} from client c where c.company_id = ${companyId} and c.id = near.client_id)
      or (select true from client_identity i where i.company_id = ${companyId} and i.client_id = near.client_id
        and ${hasWords(sql`fold(i.external_id || coalesce(' ' || i.username, ''))`, words)} limit 1)
      or (select true from message_mail x where x.company_id = ${companyId} and x.ticket_id = any (near.id || near.merged_tickets)
        and ${hasWords(sql`fold(x.subject)`, words)} limit 1) ${byId})`;
  const conditions = [...(hasFile ? [hasFileIn(scope, "near")] : []), ...(words.length > 0 ? [byWords] : [])];
  return sql`select near.id, near.id as ticket_id, ${exactTime(sql`near.at`)} as at from near
    where ${all(conditions)} order by near.at desc, near.id desc limit ${size}`;
}

/** All words name the client, or stand in a subject, or are the beginning of the id. */
function namedBy(scope: Scope, words: string[]) {
  const { companyId } = scope;
  const [from, to] = words.length === 1 ? idsThatBegin(words[0] ?? "") : [];
  const ofClients = (place: "client" | "identity") => sql`select t.id from ${named(scope, place, words)} c
    join ticket t on t.company_id = ${companyId} and t.client_id = c.id`;
  const bySubject = sql`select ticket_id from ${named(scope, "subject", words)}`;
  const byId = from
    ? sql`union all select t.id from ticket t where t.company_id = ${companyId} and t.id between ${from}::uuid and ${to}::uuid
        union all select merged_target(${companyId}, ${from}, ${to})`
    : sql``;
  return sql`${ofClients("client")} union all ${ofClients("identity")} union all ${bySubject} ${byId}`;
}

/** The first and the last id that begins with at least four digits of an id. Empty for other words. */
function idsThatBegin(word: string): string[] {
  const digits = /^[0-9a-f-]{4,36}$/.test(word) ? word.replaceAll("-", "") : "";
  return digits.length >= 4 && digits.length <= 32 ? [digits.padEnd(32, "0"), digits.padEnd(32, "f")] : [];
}

/** A message of the ticket has a file. */
const hasFileIn = ({ companyId }: Scope, ticket: "ticket" | "near") =>
  sql<boolean>`(select true from file f
    where f.company_id = ${companyId} and f.ticket_id = any (${sql.ref(`${ticket}.id`)} || ${sql.ref(`${ticket}.merged_tickets`)})
      and (exists (select from message m where m.company_id = f.company_id and m.file_id = f.id)
        or exists (select from message_file l where l.company_id = f.company_id and l.file_id = f.id)) limit 1)`;

/** A ticket lasts from its beginning to what last happened in it. */
function during({ before, after, zone }: Asked) {
  return [
    ...within(sql`ticket.created_on`, { before, after: null, zone }),
    ...within(sql`ticket.updated_on`, { before: null, after, zone }),
  ];
}
