/** Shows what was found: the text with the words, who wrote it, and the ticket it is in. */

import { fold } from "@parley/contract/fold";
import type { MailAddress } from "@parley/contract/mail";
import type { FoundPlace, Hit } from "@parley/contract/search";
import type { SearchKind } from "@parley/contract/search-query";
import type { Ticket } from "@parley/contract/tickets";
import { sql } from "kysely";
import { agentName } from "../../floor/actors/name.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { viewClients } from "../clients/view.ts";
import { type Merging, numberAtTime, placesOf } from "../ticket/merged.ts";
import { viewTickets } from "../tickets/view.ts";
import type { Asked, Found } from "./asked.ts";
import { excerptOf } from "./excerpt.ts";

type Text = { place: FoundPlace; text: string };
/** The texts of one result, of which the first with the words is shown, and where it opens. */
type Facts = Partial<Pick<Hit, "author" | "isagent" | "seq" | "messageid" | "noteid" | "client">> & {
  created_on: string;
  texts: Text[];
};

/** A row that is gone meanwhile is left out. */
export async function showHits(scope: Scope, kind: SearchKind, asked: Asked, found: Found[]): Promise<Hit[]> {
  if (found.length === 0) return [];
  const tickets = await ticketsOf(scope, found);
  const facts = await readers[kind](scope, found, tickets);
  return found.flatMap(({ id, ticket_id }) => {
    const one = facts.get(id);
    const ticket = ticket_id === null ? null : tickets.get(ticket_id);
    if (!one || ticket === undefined) return [];
    const { texts, ...rest } = one;
    const { place, text } = withWords(texts, asked);
    const none = { author: null, isagent: false, seq: null, messageid: null, noteid: null, client: null };
    return {
      kind,
      id,
      ...none,
      ...rest,
      ticket,
      place,
      ...excerptOf(text, [...asked.words, ...asked.from, ...asked.to]),
    };
  });
}

async function ticketsOf(scope: Scope, found: Found[]): Promise<Map<string, Ticket>> {
  const ids = [...new Set(found.flatMap(({ ticket_id }) => ticket_id ?? []))];
  if (ids.length === 0) return new Map();
  return new Map((await viewTickets(scope, ids)).map((ticket) => [ticket.ticketid, ticket]));
}

/** The first text that has all of the words, else the one that has most of them. */
function withWords(texts: Text[], { words, from, to }: Asked): Text {
  const wanted = words.length > 0 ? words : [...from, ...to];
  const scores = texts.map(({ text }) => {
    const folded = fold(text);
    return wanted.filter((word) => folded.includes(word)).length;
  });
  const best = Math.max(...scores, 0);
  return texts[scores.indexOf(best)] ?? { place: "text", text: "" };
}

type Reader = (scope: Scope, found: Found[], tickets: Map<string, Ticket>) => Promise<Map<string, Facts>>;

const readers: Record<SearchKind, Reader> = {
  tickets: readTickets,
  clients: readClients,
  messages: readMessages,
  notes: readNotes,
  files: readFiles,
};

const idsOf = (found: Found[]) => found.map(({ id }) => id);

async function readTickets(scope: Scope, found: Found[], tickets: Map<string, Ticket>) {
  const merged = [...tickets.values()].flatMap((ticket) => ticket.merged ?? []);
  // A ticket shows its last subject, and may have been found by an earlier one.
  const subjects = await scope.db
    .selectFrom("message_mail")
    .select(["ticket_id", sql<string[]>`array_agg(distinct subject)`.as("subjects")])
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "in", [...idsOf(found), ...merged])
    .groupBy("ticket_id")
    .execute();
  const earlier = new Map(subjects.map((one) => [one.ticket_id, one.subjects]));
  const addresses = await addressesOf(
    scope,
    [...tickets.values()].map(({ clientid }) => clientid),
  );
  return new Map(
    [...tickets.values()].map((ticket): [string, Facts] => {
      const { ticketid, clientid, subject, client_name, short_id, account_number, merged = [] } = ticket;
      const ids = [ticketid, ...merged];
      const texts: Text[] = [
        ...(subject ? [{ place: "subject" as const, text: subject }] : []),
        { place: "client", text: client_name },
        ...ids.flatMap((id) => earlier.get(id) ?? []).map((text) => ({ place: "subject" as const, text })),
        { place: "number", text: [account_number, short_id].filter(Boolean).join(" ") },
        ...(addresses.get(clientid) ?? []),
        ...ids.map((text) => ({ place: "id" as const, text })),
      ];
      return [ticketid, { created_on: ticket.updated_on, texts }];
    }),
  );
}

async function readClients(scope: Scope, found: Found[]) {
  const rows = await scope.db
    .selectFrom("client")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "in", idsOf(found))
    .execute();
  const addresses = await addressesOf(scope, idsOf(found));
  return new Map(
    (await viewClients(scope, rows)).map((client): [string, Facts] => {
      const texts: Text[] = [
        { place: "client", text: client.client_name },
        { place: "number", text: [client.account_number, client.short_id].filter(Boolean).join(" ") },
        { place: "address", text: client.address ?? "" },
        ...(addresses.get(client.clientid) ?? []),
      ];
      return [client.clientid, { created_on: client.created_on, client, texts }];
    }),
  );
}

/** Reads the names and addresses by which platforms know each client. */
async function addressesOf(scope: Scope, clientIds: string[]): Promise<Map<string, Text[]>> {
  const rows = await scope.db
    .selectFrom("client_identity")
    .select(["client_id", "external_id", "username"])
    .where("company_id", "=", scope.companyId)
    .where("client_id", "in", clientIds)
    .limit(1_000)
    .execute();
  const texts = rows.map(({ client_id, external_id, username }) => ({
    client: client_id,
    text: { place: "address" as const, text: [username, external_id].filter(Boolean).join(" ") },
  }));
  const grouped = Map.groupBy(texts, ({ client }) => client);
  return new Map([...grouped].map(([client, list]) => [client, list.map(({ text }) => text)]));
}

const people = (list: MailAddress[]) =>
  list.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(", ");

async function readMessages(scope: Scope, found: Found[], tickets: Map<string, Ticket>) {
  const rows = await scope.db
    .selectFrom("message")
    .leftJoin("message_mail as mail", (join) =>
      join.onRef("mail.company_id", "=", "message.company_id").onRef("mail.message_id", "=", "message.id"),
    )
    .leftJoin("agent", (join) =>
      join.onRef("agent.company_id", "=", "message.company_id").onRef("agent.id", "=", "message.agent_id"),
    )
    .select(["message.id", "message.seq", "message.created_on", "message.content", "message.caption"])
    .select(["message.is_agent", "message.author", "agent.first_name", "agent.last_name"])
    .select(["mail.subject", "mail.sender", "mail.to_list", "mail.cc_list", "mail.bcc_list"])
    .where("message.company_id", "=", scope.companyId)
    .where("message.id", "in", idsOf(found))
    .execute();
  const places = await placesIn(scope, found, tickets);
  return new Map(
    rows.map((row): [string, Facts] => {
      const { id, sender, subject, is_agent: isagent } = row;
      const texts: Text[] = [
        { place: "text", text: [row.content, row.caption].filter(Boolean).join(" ") },
        ...(subject !== null ? [{ place: "subject" as const, text: subject }] : []),
        ...(sender ? [{ place: "from" as const, text: people([sender]) }] : []),
        ...(["to", "cc", "bcc"] as const).map((place) => ({
          place,
          text: people(row[`${place}_list`] ?? []),
        })),
      ];
      const author = isagent ? nameOf(row) : (sender?.name ?? sender?.address ?? row.author);
      const facts = { created_on: row.created_on.toISOString(), texts, author, isagent };
      return [id, { ...facts, seq: places.get(id) ?? row.seq, messageid: id }];
    }),
  );
}

/** The numbers of the messages in tickets into which others were merged, by their ids. */
async function placesIn(
  scope: Scope,
  messages: Pick<Found, "id" | "ticket_id">[],
  tickets: Map<string, Ticket>,
): Promise<Map<string, number>> {
  const places = new Map<string, number>();
  for (const [id, inTicket] of Map.groupBy(messages, ({ ticket_id }) => ticket_id)) {
    const merging = mergingOf(id, tickets);
    if (!merging) continue;
    const ids = inTicket.map((message) => message.id);
    for (const [message, place] of await placesOf(scope, merging, ids)) places.set(message, place);
  }
  return places;
}

function mergingOf(id: string | null, tickets: Map<string, Ticket>): Merging | null {
  if (!id) return null;
  const { merged } = tickets.get(id) ?? {};
  return merged ? { id, merged_tickets: merged } : null;
}

const nameOf = ({ first_name, last_name }: Record<"first_name" | "last_name", string | null>) =>
  first_name === null || last_name === null ? null : agentName({ first_name, last_name });

async function readNotes(scope: Scope, found: Found[], tickets: Map<string, Ticket>) {
  const rows = await selectNotes(scope).where("note.id", "in", idsOf(found)).execute();
  await placeNotes(scope, rows, (row) => found.find(({ id }) => id === row.id), tickets);
  return new Map(
    rows.map((row): [string, Facts] => {
      const texts: Text[] = [{ place: "text", text: row.content }];
      return [row.id, { created_on: row.created_on.toISOString(), texts, ...placeOfNote(row) }];
    }),
  );
}

const placeOfNote = (row: NoteRow) => ({
  author: row.author ?? nameOf(row),
  isagent: true,
  seq: row.seq,
  noteid: row.id,
});

/** In tickets into which others were merged, the message before a note may be of another one. */
async function placeNotes(
  scope: Scope,
  rows: NoteRow[],
  foundBy: (row: NoteRow) => Found | undefined,
  tickets: Map<string, Ticket>,
): Promise<void> {
  for (const row of rows) {
    const merging = mergingOf(foundBy(row)?.ticket_id ?? null, tickets);
    if (merging) row.seq = (await numberAtTime(scope, merging, row.created_on)) || null;
  }
}

type NoteRow = Awaited<ReturnType<ReturnType<typeof selectNotes>["execute"]>>[number];

/** With the number of the message before it. */
const selectNotes = (scope: Scope) =>
  scope.db
    .selectFrom("note")
    .leftJoin("agent", (join) =>
      join.onRef("agent.company_id", "=", "note.company_id").onRef("agent.id", "=", "note.agent_id"),
    )
    .select(["note.id", "note.content", "note.created_on", "note.file_id", "note.author"])
    .select(["agent.first_name", "agent.last_name"])
    .select(
      sql<number | null>`(select m.seq from message m where m.company_id = note.company_id
        and m.ticket_id = note.ticket_id and m.created_on <= note.created_on order by m.created_on desc limit 1)`.as(
        "seq",
      ),
    )
    .where("note.company_id", "=", scope.companyId)
    .where("note.deleted_on", "is", null);

/** A file opens at its message or its note. */
async function readFiles(scope: Scope, found: Found[], tickets: Map<string, Ticket>) {
  const ids = idsOf(found);
  const files = await scope.db
    .selectFrom("file")
    .select(["file.id", "file.name", "file.created_on"])
    .where("file.company_id", "=", scope.companyId)
    .where("file.id", "in", ids)
    .execute();
  const { rows: carriers } = await sql<Carrier>`
    select carrier.file_id, m.id, m.seq, m.is_agent, m.author, a.first_name, a.last_name
    from (select m.file_id, m.id from message m where m.company_id = ${scope.companyId} and m.file_id = any (${ids}::uuid[])
      union all select l.file_id, l.message_id from message_file l
        where l.company_id = ${scope.companyId} and l.file_id = any (${ids}::uuid[])) carrier
    join message m on m.company_id = ${scope.companyId} and m.id = carrier.id
    left join agent a on a.company_id = m.company_id and a.id = m.agent_id`.execute(scope.db);
  const notes = await selectNotes(scope).where("note.file_id", "in", ids).execute();
  const ticketOf = new Map(found.map(({ id, ticket_id }) => [id, ticket_id]));
  const carrying = carriers.map(({ id, file_id }) => ({ id, ticket_id: ticketOf.get(file_id) ?? null }));
  const places = await placesIn(scope, carrying, tickets);
  await placeNotes(scope, notes, (row) => found.find(({ id }) => id === row.file_id), tickets);
  const byFile = new Map(carriers.map((row) => [row.file_id, row]));
  const noteOf = new Map(notes.map((row) => [row.file_id, row]));
  return new Map(
    files.map((file): [string, Facts] => {
      const texts: Text[] = [{ place: "file", text: file.name }];
      const facts = { created_on: file.created_on.toISOString(), texts };
      const [carrier, note] = [byFile.get(file.id), noteOf.get(file.id)];
      if (!carrier) return [file.id, { ...facts, ...(note && placeOfNote(note)) }];
      const { id: messageid, is_agent: isagent } = carrier;
      const seq = places.get(messageid) ?? carrier.seq;
      const author = isagent ? nameOf(carrier) : carrier.author;
      return [file.id, { ...facts, author, isagent, seq, messageid }];
    }),
  );
}

type Carrier = {
  file_id: string;
  id: string;
  seq: number;
  is_agent: boolean;
  author: string | null;
} & Record<"first_name" | "last_name", string | null>;
