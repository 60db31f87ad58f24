/** Shapes a ticket for the wire. `SharedTicket` is the same for every viewer, `Ticket` adds the asking agent's part. */
import { abilitiesOfChannel, type ChannelAbility } from "@parley/contract/channel-declaration";
import { abilitiesOn, seesDepartment } from "@parley/contract/permissions";
import type { LastMessage, SharedTicket, Stage, Ticket } from "@parley/contract/tickets";
import { typeMeanings } from "@parley/contract/timeline";
import type { Actor } from "../../floor/actors/actor.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { readValues } from "../fields/rows.ts";
import { lastClientMessageOf } from "../messages/last-words.ts";
import { viewGoals } from "../messages/view.ts";
import { readTags } from "../tags/rows.ts";
import { factsOf, type TicketRow } from "../ticket/access.ts";
import { isSpam } from "../ticket/spam.ts";
import { findTicket, type ListedTicket, type ReadTicket, shownTickets, theseIds } from "./queries.ts";

/** Used for events: the same for all who may see the ticket. */
export async function viewSharedTicket(scope: Scope, ticketId: string): Promise<SharedTicket> {
  const [ticket] = await viewSharedTickets(scope, [ticketId]);
  if (!ticket) throw new Error("A ticket is viewed only when it is there");
  return ticket;
}

/** Used for events about several tickets at once. */
export async function viewSharedTickets(scope: Scope, ids: string[]): Promise<SharedTicket[]> {
  return (await shownTickets(scope, theseIds(ids))).map((ticket) => shapeShared(scope, ticket));
}

/** Used for the answer to an agent who had access. */
export async function viewTicket(scope: Scope, ticketId: string): Promise<Ticket> {
  const ticket = await findTicket(scope, ticketId);
  if (!ticket) throw new Error("A ticket is viewed only after access to it");
  return shapeTicket(scope, ticket);
}

/** Used for tickets that the agent has access to, by a mention too. */
export async function viewTickets(scope: Scope, ids: string[]): Promise<Ticket[]> {
  const tickets = shapeTickets(scope, await shownTickets(scope, theseIds(ids)));
  return tickets.map((ticket) => withSight(scope, ticket));
}

/** Says of a ticket that the agent had access to whether they see it by a mention alone. */
export const withSight = ({ actor }: Scope, ticket: Ticket): Ticket =>
  seesDepartment(actor, ticket.departmentid) ? ticket : { ...ticket, sighted: true };

export const shapeTickets = (scope: Scope, tickets: ReadTicket[]): Ticket[] =>
  tickets.map((ticket) => shapeTicket(scope, ticket));

const shapeTicket = (scope: Scope, ticket: ReadTicket): Ticket =>
  viewForEach(scope, ticket)(scope.actor, ticket.seen ?? 0);

type Naming = Pick<Scope, "platforms">;

/** Views one ticket for several readers: what they share is shaped once. */
export function viewForEach(scope: Naming, ticket: ListedTicket): (reader: Actor, seen: number) => Ticket {
  const shared = shapeShared(scope, ticket);
  const facts = factsOf(ticket);
  return (reader, seen) => ({
    ...shared,
    unread: Math.max(0, ticket.client_messages - seen),
    can: abilitiesOn(reader, facts),
  });
}

export function stageOf(ticket: Pick<TicketRow, "handler_id" | "closed_on" | "reopened_on">): Stage {
  if (ticket.closed_on) return "closed";
  if (ticket.handler_id) return "accepted";
  return ticket.reopened_on ? "reopened" : "pending";
}

export function shapeShared(scope: Naming, ticket: ListedTicket): SharedTicket {
  return {
    ticketid: ticket.id,
    version: ticket.version,
    stage_version: ticket.stage_version,
    created_on: ticket.created_on.toISOString(),
    stage: stageOf(ticket),
    platform: ticket.platform,
    clientid: ticket.client_id,
    short_id: ticket.short_id,
    client_name: ticket.client_name,
    client_picture: ticket.client_picture,
    account_number: ticket.account_number,
    departmentid: ticket.department_id,
    department_name: ticket.department_name,
    userid: ticket.handler_id,
    user_name: handlerName(ticket),
    accepted: ticket.handler_id !== null,
    accepted_on: iso(ticket.accepted_on),
    accepted_by: ticket.accepted_by,
    closed_on: iso(ticket.closed_on),
    closed_by_name: ticket.closed_by_name,
    reopened_on: iso(ticket.reopened_on),
    rating: ticket.rating,
    updated_on: ticket.updated_on.toISOString(),
    isagent: ticket.last_message_is_agent ?? false,
    last_message: lastMessageOf(ticket),
    ...lastClientMessageOf(ticket),
    ...(ticket.client_waits_since && { waits_since: ticket.client_waits_since.toISOString() }),
    ...goalsOf(ticket),
    ...(ticket.mail_subject !== null && { subject: ticket.mail_subject }),
    ...(ticket.failed && { failed: true as const }),
    ...snoozeOf(ticket),
    ...spamOf(ticket),
    ...(ticket.merged_tickets && { merged: ticket.merged_tickets }),
    ...(ticket.split_from && { split_from: ticket.split_from }),
    ...marksOf(ticket),
    ...(ticket.priority !== "normal" && { priority: ticket.priority }),
    last_seq: ticket.last_seq,
    client_messages: ticket.client_messages,
    reply_window_until: iso(ticket.reply_window_until),
    channel: {
      channelid: ticket.channel_id,
      name: ticket.channel_name,
      connected: ticket.channel_removed_on === null,
      can: channelAbilitiesOf(scope, ticket.platform),
    },
  };
}

type Marks = Pick<
  SharedTicket,
  "tags" | "fields" | "client_tags" | "client_fields" | "organisation" | "organisation_fields"
>;

function marksOf(ticket: ListedTicket): Marks {
  const { tag_ids, field_values, client_tag_ids, client_field_values } = ticket;
  const { organisation_id, organisation_field_values } = ticket;
  const marks: Marks = {};
  if (tag_ids) marks.tags = readTags(tag_ids);
  if (field_values) marks.fields = readValues(field_values);
  if (client_tag_ids) marks.client_tags = readTags(client_tag_ids);
  if (client_field_values) marks.client_fields = readValues(client_field_values);
  if (organisation_id) marks.organisation = organisation_id;
  if (organisation_field_values) marks.organisation_fields = readValues(organisation_field_values);
  return marks;
}

function goalsOf({ goal_due, goal_due_on, goal_paused, goal_missed, goal_policy_id }: ListedTicket) {
  const columns = { goal: goal_due, on: goal_due_on, paused: goal_paused, missed: goal_missed };
  return viewGoals(columns, goal_policy_id !== null);
}

function snoozeOf({ snoozed_on, snoozed_until, snoozed_by, back_why: back }: ListedTicket) {
  if (snoozed_on)
    return { snoozed: { on: snoozed_on.toISOString(), until: iso(snoozed_until), by: snoozed_by } };
  return back ? { back } : {};
}

function spamOf(ticket: ListedTicket) {
  const { spam_on: on, spam_by: by, spam_blocked: blocked } = ticket;
  if (!on || !by || !isSpam(ticket)) return {};
  return { spam: { on: on.toISOString(), by, ...(blocked && { blocked: true as const }) } };
}

/** Empty for a platform that this version does not support. */
function channelAbilitiesOf({ platforms }: Naming, platform: TicketRow["platform"]): ChannelAbility[] {
  const known = platforms.find(platform);
  return known ? abilitiesOfChannel(known.declaration) : [];
}

function lastMessageOf(ticket: ListedTicket): SharedTicket["last_message"] {
  const { last_message_on, last_message_type, last_message_content, last_message_is_agent } = ticket;
  if (!last_message_on || !last_message_type) return null;
  return {
    type: last_message_type,
    content: last_message_content ?? "",
    created_on: last_message_on.toISOString(),
    isagent: last_message_is_agent ?? false,
    ...writerOf(ticket),
  };
}

/** Names the participant who wrote; for the client the ticket's own name is used. */
function writerOf(ticket: ListedTicket): Partial<LastMessage> {
  const { last_message_type: type, last_message_agent_id: userid } = ticket;
  const { writer_first_name, writer_last_name } = ticket;
  if (!type || typeMeanings[type].kind !== "message") return {};
  if (userid && writer_first_name !== null && writer_last_name !== null)
    return { userid, user_name: agentName({ first_name: writer_first_name, last_name: writer_last_name }) };
  if (ticket.last_message_automatic) return { automatic: true };
  const { last_message_author: author } = ticket;
  return author !== null && author !== ticket.client_name ? { author } : {};
}

function handlerName({ handler_first_name, handler_last_name }: ListedTicket): string | null {
  if (handler_first_name === null || handler_last_name === null) return null;
  return agentName({ first_name: handler_first_name, last_name: handler_last_name });
}

const iso = (time: Date | null) => time?.toISOString() ?? null;
