/** Notes and event lines go to those who may see their ticket, and to nobody else. */
import { type LineKind, lineKinds } from "@parley/contract/ledger";
import { audienceOf } from "../../floor/actors/rooms.ts";
import type { LedgerEvent } from "../../floor/ledger/event.ts";
import { afterCommit } from "../../floor/ledger/subscribers.ts";
import { shapeLine } from "./lines.ts";

export const notesLive = afterCommit(
  ["ticket_note", "ticket_note_edit", "ticket_note_delete"],
  (scope, { kind, inHand: { note, departmentId } }) => {
    const name = kind === "ticket_note" ? "newNote" : "updateNote";
    scope.publish(name, note, audienceOf(scope.companyId, departmentId, note.ticketid));
  },
);

/** Publishes an event as the line that a fetch would bring: the names are those of the ticket in hand. */
export const linesLive = afterCommit(lineKinds, (scope, event) => {
  const { ticket } = event.inHand;
  const { kind, id, name } = scope.actor;
  const isAgent = kind === "agent";
  const line = shapeLine({
    ticket_id: event.subject,
    // The ledger gives each recorded event its number.
    number: event.number as number,
    kind: event.kind,
    time: scope.now,
    actor_id: isAgent ? id : null,
    actor_name: isAgent || kind === "api_key" || kind === "rule" ? name : null,
    facts: event.facts,
    department_name: ticket.department_name,
    handler_name: ticket.user_name,
    writer_name: "writer" in event.inHand ? event.inHand.writer : null,
    tags: event.kind === "ticket_tag" ? event.inHand.tags : null,
    field: event.kind === "ticket_field" ? event.inHand.field : null,
    other: otherOf(event),
  });
  scope.publish("newEventLine", line, audienceOf(scope.companyId, ticket.departmentid, ticket.ticketid));
});

function otherOf({ kind, facts }: LedgerEvent<LineKind>): string | null {
  if (kind === "ticket_split") return facts.split;
  return kind === "ticket_split_off" ? facts.source : null;
}
