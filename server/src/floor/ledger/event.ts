import type { AgentRow } from "@parley/contract/agents";
import type { AuditEntry } from "@parley/contract/audit";
import type { ServerEvents } from "@parley/contract/events";
import type { ActorKind, AuditVerb, EventKind, eventKinds, Facts } from "@parley/contract/ledger";
import type { Message } from "@parley/contract/messages";
import type { EventLine, Note } from "@parley/contract/notes";
import type { Notification } from "@parley/contract/notifications";
import type { Away, Offer } from "@parley/contract/routing";
import type { LastClientMessage, SharedTicket, ShownGoals } from "@parley/contract/tickets";

type Ticket = { ticket: SharedTicket };
/** The timeline's message about the event. */
type Line = { line: ServerEvents["newMessage"] };
/** The names of its tags that were added and removed. */
type Tagged = Ticket & { tags: NonNullable<EventLine["tags"]> };
type Moved = Ticket & { leftDepartment: string };
/** The agent as administrators' tables show it. */
type Agent = { row: AgentRow };
/** The ticket that was merged, or is no longer, and the department that saw it by itself. */
type Merged = Ticket & { merged: SharedTicket; mergedDepartment: string };
type Noted = { note: Note; departmentId: string };
/** The client's tickets, which show the change. */
type Tickets = { tickets: SharedTicket[] };
/** The organisation that the client's tickets show. */
export type OfClient = NonNullable<ServerEvents["clientChanged"]["organisation"]>;

type NewMessage = {
  message: Message;
  departmentId: string;
  replyWindowUntil?: Date | null | undefined;
  /** Set beside an automatic message. */
  last_client_message?: LastClientMessage | undefined;
  /** Set where a policy chose the ticket. */
  goals?: ShownGoals | undefined;
  /** The ticket, when this is its first message. */
  opened?: SharedTicket | undefined;
  /** The ticket before a message that its handler is to read. */
  before?: TicketBefore | undefined;
};
export type TicketBefore = {
  id: string;
  handler_id: string | null;
  accepted_on: Date | null;
  client_wrote_on: Date | null;
  /** True if an agent follows the ticket. It may be false where a handler is notified anyway. */
  followed: boolean;
};

/**
 * The values that a verb passes to the subscribers beside the facts: rows after the change. They are not recorded. A
 * ticket's event of an unlisted kind passes the ticket.
 */
export type InHand = {
  ticket_create: null;
  ticket_purge: null;
  ticket_message: NewMessage;
  ticket_note: Noted;
  ticket_mention: null;
  ticket_macro: null;
  ticket_rule: null;
  ticket_goal_warned: null;
  ticket_goal_missed: Ticket;
  ticket_offer: { offer: Offer; departmentId: string };
  ticket_offer_end: { departmentId: string };
  agent_away: { away: Away };
  message_edit: null;
  message_delete: null;
  message_fail: null;
  message_reaction: null;
  ticket_follow: null;
  ticket_unfollow: null;
  ticket_note_edit: Noted;
  ticket_note_delete: Noted;
  ticket_tag: Tagged;
  /** The writer's name. */
  ticket_outgoing_stop: Ticket & { writer: string };
  ticket_outgoing_drop: Ticket & { writer: string };
  ticket_outgoing_take: Ticket & { writer: string };
  ticket_field: Ticket & { field: string };
  ticket_merge: Merged;
  ticket_unmerge: Merged;
  /** The ticket that is gone. */
  ticket_unsplit: Ticket & { gone: SharedTicket };
  ticket_reassign: Moved;
  ticket_take_over: Moved;
  ticket_release: Moved;
  ticket_close: { ticket: ServerEvents["closeTicket"] } & Line;
  ticket_reopen: Ticket & Line;
  ticket_rating: Ticket & Line;
  user_login: Agent;
  agent_register: Agent;
  agent_disable: Agent;
  agent_enable: Agent;
  agent_make_admin: Agent;
  agent_unmake_admin: Agent;
  agent_make_moderator: Agent;
  agent_unmake_moderator: Agent;
  agent_update: Agent;
  agent_accept_invitation: Agent;
  client_create: { departments: string[] };
  client_block: { departments: string[] };
  client_unblock: { departments: string[] };
  client_join: { departments: string[]; organisation: OfClient };
  client_tag: Tickets & { departments: string[] };
  client_field: Tickets & { departments: string[] };
  client_organisation: { departments: string[]; organisation: OfClient };
  client_update: Tickets & { departments: string[] };
  client_merge: Tickets & { departments: string[] };
  client_unmerge: Tickets & { departments: string[] };
  inbox_line: { notification: Notification; count: number; listed: boolean };
};

export type Changes = AuditEntry["changes"];

/** The values that only the audit log stores: the name at that time, and each changed field before and after. */
type Audited<Kind extends EventKind> = Kind extends AuditVerb ? { name: string; changes?: Changes } : unknown;

type Happened<Kind extends EventKind> = {
  kind: Kind;
  /** The subject's id. The caller holds its lock, or its row is new. */
  subject: string;
  facts: Facts<Kind>;
  /** The actor, where it is not the scope's. */
  by?: { kind: ActorKind; id: string | null };
  /** Its number among the subject's events: given when it is written. */
  number?: number;
} & Audited<Kind> &
  (Kind extends keyof InHand
    ? HandedOver<InHand[Kind]>
    : (typeof eventKinds)[Kind]["subject"] extends "ticket"
      ? { inHand: Ticket }
      : unknown);
type HandedOver<Rows> = Rows extends null ? unknown : { inHand: Rows };

/** A change of a subject, by its kind. */
export type LedgerEvent<Kind extends EventKind = EventKind> = { [Name in Kind]: Happened<Name> }[Kind];
