/** Asks for messages, notes and files: by their texts, and by the conditions beside the words. */
import { searchedTypes } from "@parley/contract/timeline";
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { isOfTicket } from "../ticket/merged.ts";
import { type Asked, all, hasParts, hasWords, type Writers, within } from "./asked.ts";
import type { Items } from "./find-items.ts";
import { seenTickets } from "./near.ts";

/** Letters without accents are folded without the dictionary, where the small I is an i. */
const foldedText = sql`case when lower('I') = 'i' and m.caption is null and octet_length(m.content) = length(m.content)
  then lower(m.content collate "C") else fold(m.content || coalesce(' ' || m.caption, '')) end`;

const foldedHead = sql`mail_head(x.subject, x.sender, x.to_list, x.cc_list, x.bcc_list)`;

/** The agent, the client, the sender of a mail, or the person of a group, whom the ticket names. */
const isBy = (companyId: string, { name, agents, clients }: Writers) => sql<boolean>`case
  when m.is_agent then m.agent_id = any (${agents}::uuid[])
  else m.client_id = any (${clients}::uuid[])
    or m.author = any (array(select p.external_id from participant p where p.company_id = ${companyId} and p.ticket_id = thread.id
      and strpos(fold(p.name), ${name}::text) > 0))
    or x.message_id is not null and strpos(fold(people_of(x.sender)), ${name}::text) > 0 end`;

/** True if the search looks at the ticket of this id, or at its target. */
const looksAt = (scope: Scope, asked: Asked, id: RawBuilder<unknown>) =>
  sql`exists (${seenTickets(scope, asked).select("ticket.id").where(isOfTicket(id))})`;

/** True for the copy of a message that the search finds where the original is. */
const isCopyOfFound = (scope: Scope, asked: Asked, original: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from message o where o.company_id = ${scope.companyId} and o.id = ${original}
    and o.type <> 'deleted' and ${looksAt(scope, asked, sql`o.ticket_id`)})`;

/** The mail is behind an offset, or it is looked up for each message that is none. */
export function messageItems(scope: Scope, asked: Asked): Items {
  const { companyId } = scope;
  const { from, writers, to, hasFile, onlyMails } = asked;
  const conditions: RawBuilder<boolean>[] = [
    sql<boolean>`(m.split_from is null or not ${isCopyOfFound(scope, asked, sql`m.split_from`)})`,
    all(writers.map((one) => isBy(companyId, one))),
    hasParts(sql`people_of(x.to_list) || ' ' || people_of(x.cc_list) || ' ' || people_of(x.bcc_list)`, to),
    ...(to.length > 0 ? [sql<boolean>`x.message_id is not null`] : []),
    ...(onlyMails ? [sql<boolean>`m.has_mail`] : []),
    ...(hasFile
      ? [
          sql<boolean>`(m.file_id is not null or m.has_mail and exists (select from message_file l
            where l.company_id = m.company_id and l.message_id = m.id))`,
        ]
      : []),
    ...within(sql`m.created_on`, asked),
  ];
  return {
    places: ["message", "mail"],
    id: sql`m.id`,
    filtered: from.length + to.length > 0 || onlyMails || hasFile || dated(asked),
    once: sql`not (exists (select from ticket split where split.company_id = ${companyId} and split.split_from is not null)
      and exists (select from message m where m.company_id = ${companyId} and m.id = named.id and m.split_from is not null
        and ${isCopyOfFound(scope, asked, sql`m.split_from`)}))`,
    of: (key, words, wordsAlone) => sql`select m.id, m.created_on as at
      from message m
      left join lateral (select x.* from message_mail x
        where m.has_mail and x.company_id = m.company_id and x.message_id = m.id offset 0) x on true
      where m.company_id = ${companyId} and m.ticket_id = thread.id and ${key} and m.type in (${sql.join(searchedTypes())})
        and ${words.length > 0 ? sql`(${inText(words)} or ${inHead(words)})` : sql`true`}
        and ${all(wordsAlone ? [] : conditions)}`,
  };
}

/** The text is folded once for all words. */
const inText = (words: string[]) =>
  sql<boolean>`(select ${hasWords(sql`f.text`, words)} from (select ${foldedText} as text offset 0) f)`;
const inHead = (words: string[]) =>
  sql<boolean>`(x.message_id is not null and (select ${hasWords(sql`f.text`, words)} from (select ${foldedHead} as text offset 0) f))`;

const dated = ({ before, after }: Asked) => before !== null || after !== null;

export function noteItems({ companyId }: Scope, asked: Asked): Items {
  const { from, writers, hasFile } = asked;
  const conditions = [
    all(writers.map(({ agents }) => sql<boolean>`n.agent_id = any (${agents}::uuid[])`)),
    ...(hasFile ? [sql<boolean>`n.file_id is not null`] : []),
    ...within(sql`n.created_on`, asked),
  ];
  return {
    places: ["note"],
    id: sql`n.id`,
    filtered: from.length > 0 || hasFile || dated(asked),
    of: (key, words, wordsAlone) => sql`select n.id, n.created_on as at from note n
      where n.company_id = ${companyId} and n.ticket_id = thread.id and ${key} and n.deleted_on is null
        and ${hasWords(sql`fold(n.content)`, words)} and ${all(wordsAlone ? [] : conditions)}`,
  };
}

/** Files that a message or a note has: a ticket's rows also hold originals of mails, and what has not left yet. */
export function fileItems(scope: Scope, asked: Asked): Items {
  const { companyId } = scope;
  const conditions = [
    ...within(sql`f.created_on`, asked),
    sql<boolean>`(f.copy_of is null or not exists (select from file o where o.company_id = f.company_id and o.id = f.copy_of
      and ${looksAt(scope, asked, sql`o.ticket_id`)}))`,
    sql<boolean>`(exists (select from message m where m.company_id = f.company_id and m.file_id = f.id)
      or exists (select from message_file l where l.company_id = f.company_id and l.file_id = f.id)
      or exists (select from note n where n.company_id = f.company_id and n.file_id = f.id and n.deleted_on is null))`,
  ];
  return {
    places: ["file"],
    id: sql`f.id`,
    filtered: true,
    of: (key, words, wordsAlone) => sql`select f.id, f.created_on as at from file f
      where f.company_id = ${companyId} and f.ticket_id = thread.id and ${key}
        and ${hasWords(sql`fold(f.name)`, words)} and ${all(wordsAlone ? [] : conditions)}`,
  };
}
