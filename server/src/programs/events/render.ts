/** Shapes events for programs, with what they are about as it is now. What was erased is absent. */
import { abilityOfEvent, type ProgramEvent } from "@parley/contract/program-events";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { clientsVisibleTo } from "../../support/clients/access.ts";
import { viewClients } from "../../support/clients/view.ts";
import { viewMessages } from "../../support/messages/view.ts";
import { viewNotes } from "../../support/notes/view.ts";
import { viewSharedTickets } from "../../support/tickets/view.ts";
import { shapeClient, shapeMessage, shapeNote, shapeTicket } from "../api/shapes.ts";
import type { FoundEvent } from "./scan.ts";

type Programs = Scope<ProgramActor>;
type Rendered = Omit<ProgramEvent, "cursor">;

/** One read for each kind of resource, however many events. */
export async function renderEvents(scope: Programs, found: FoundEvent[]): Promise<Rendered[]> {
  const tickets = await ticketsOf(scope, found);
  const visible = found.filter(({ ticket_id }) => ticket_id !== null && tickets.has(ticket_id));
  const messages = await messagesOf(scope, visible, tickets);
  const notes = await notesOf(scope, visible);
  const clients = await clientsOf(scope, found);
  return found.map((event) => {
    const { ticket_id: ticketId, facts } = event;
    const shown = ticketId !== null && tickets.has(ticketId);
    const named = (name: string) => (shown ? String(facts[name] ?? "") : "");
    return {
      ...shape(event),
      ...(event.subject_type === "ticket" && {
        ticket: shown ? shapeTicket(tickets.get(ticketId) as never) : null,
      }),
      ...((facts.message ?? null) !== null && { message: messages.get(named("message")) ?? null }),
      ...(facts.note !== undefined && { note: notes.get(named("note")) ?? null }),
      ...(event.subject_type === "client" && { client: clients.get(event.subject_id) ?? null }),
    };
  });
}

export const idOfEvent = ({ subject_id, number }: Pick<FoundEvent, "subject_id" | "number">): string =>
  `${subject_id}_${number}`;

function shape(event: FoundEvent): Rendered {
  const { kind, time, actor_kind, actor_id, subject_type: type, subject_id: id, number, facts } = event;
  return {
    id: idOfEvent(event),
    type: kind,
    time: time.toISOString(),
    actor: { kind: nameOf(actor_kind), id: actor_id },
    subject: { type, id, number },
    facts: facts.from === "api_key" ? { ...facts, from: nameOf("api_key") } : facts,
  };
}

const nameOf = (kind: FoundEvent["actor_kind"]) => (kind === "api_key" ? "program" : kind);

const distinct = (ids: (string | null | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => typeof id === "string")),
];

async function ticketsOf(scope: Programs, found: FoundEvent[]) {
  const ids = distinct(found.map(({ ticket_id }) => ticket_id));
  const tickets = ids.length > 0 ? await viewSharedTickets(scope, ids) : [];
  return new Map(tickets.map((ticket) => [ticket.ticketid, ticket]));
}

type Tickets = Awaited<ReturnType<typeof ticketsOf>>;

const idsIn = (found: FoundEvent[], fact: "message" | "note") =>
  distinct(found.map(({ facts }) => facts[fact] as string | undefined));

async function messagesOf(scope: Programs, found: FoundEvent[], tickets: Tickets) {
  const ids = idsIn(found, "message");
  if (ids.length === 0) return new Map();
  const rows = await scope.db
    .selectFrom("message")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "in", ids)
    .execute();
  const targets = new Map(found.map(({ subject_id, ticket_id }) => [subject_id, ticket_id]));
  const views = [];
  // The messages of merged tickets are numbered among all of them; those of the others are read together.
  const byTarget = Map.groupBy(rows, ({ ticket_id }) => {
    const target = targets.get(ticket_id);
    return target && tickets.get(target)?.merged ? target : null;
  });
  for (const [target, own] of byTarget) {
    const merged_tickets = target && tickets.get(target)?.merged;
    views.push(...(await viewMessages(scope, own, merged_tickets ? { id: target, merged_tickets } : null)));
  }
  return new Map(views.map((view) => [view.messageid, shapeMessage(view)]));
}

async function notesOf(scope: Programs, found: FoundEvent[]) {
  const ids = idsIn(found, "note");
  if (ids.length === 0) return new Map();
  const rows = await scope.db
    .selectFrom("note")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "in", ids)
    .execute();
  const targets = new Map(found.map(({ subject_id, ticket_id }) => [subject_id, ticket_id]));
  const views = await viewNotes(scope, rows);
  return new Map(
    views.map((note) => [
      note.noteid,
      shapeNote({ ...note, ticketid: targets.get(note.ticketid) ?? note.ticketid }),
    ]),
  );
}

async function clientsOf(scope: Programs, found: FoundEvent[]) {
  const ids = distinct(
    found
      .filter(({ kind, subject_type }) => subject_type === "client" && abilityOfEvent(kind) === "readClients")
      .map(({ subject_id }) => subject_id),
  );
  if (ids.length === 0) return new Map();
  const rows = await scope.db
    .selectFrom("client")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("merged_into", "is", null)
    .where("id", "in", ids)
    .where(clientsVisibleTo(scope.actor))
    .execute();
  return new Map((await viewClients(scope, rows)).map((client) => [client.clientid, shapeClient(client)]));
}
