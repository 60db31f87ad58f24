/** The shapes of the programs' resources, made from those of the console. */
import type { ClientRow } from "@parley/contract/client-profiles";
import type { FieldValue } from "@parley/contract/field-values";
import type { Message } from "@parley/contract/messages";
import type { Note } from "@parley/contract/notes";
import type { Organisation } from "@parley/contract/organisations";
import type { ProgramDelivery, ProgramWebhook } from "@parley/contract/program-webhooks";
import type {
  ProgramClient,
  ProgramMessage,
  ProgramNote,
  ProgramOrganisation,
  ProgramTicket,
} from "@parley/contract/programs";
import type { SharedTicket } from "@parley/contract/tickets";
import type { Delivery, Webhook } from "@parley/contract/webhooks";

export const shapeTicket = (ticket: SharedTicket): ProgramTicket => ({
  id: ticket.ticketid,
  state: ticket.stage,
  platform: ticket.platform,
  subject: ticket.subject ?? null,
  priority: ticket.priority ?? "normal",
  spam: ticket.spam !== undefined,
  client_id: ticket.clientid,
  department_id: ticket.departmentid,
  channel_id: ticket.channel.channelid,
  handler_id: ticket.userid,
  tags: ticket.tags ?? [],
  fields: ticket.fields ?? {},
  rating: ticket.rating,
  last_message_number: ticket.last_seq,
  waits_since: ticket.waits_since ?? null,
  due: ticket.due ? { goal: ticket.due.goal, at: ticket.due.on } : null,
  goal_missed: ticket.goal_missed === true,
  snoozed_until: ticket.snoozed?.until ?? null,
  created_at: ticket.created_on,
  updated_at: ticket.updated_on,
  accepted_at: ticket.accepted_on,
  closed_at: ticket.closed_on,
  reopened_at: ticket.reopened_on,
});

export const shapeClient = (client: ClientRow): ProgramClient => ({
  id: client.clientid,
  short_id: client.short_id,
  name: client.client_name,
  number: client.account_number,
  address: client.address,
  blocked: client.blocked_on,
  organisation_id: client.organisation?.organisationid ?? null,
  tags: client.tags ?? [],
  fields: client.fields ?? {},
  created_at: client.created_on,
});

export const fieldsOf = ({ fields }: { fields: Record<string, FieldValue | null> }) =>
  Object.entries(fields).map(([fieldid, value]) => ({ fieldid, value }));

export const shapeOrganisation = (organisation: Organisation): ProgramOrganisation => ({
  id: organisation.organisationid,
  name: organisation.name,
  domains: organisation.domains,
  note: organisation.note,
  clients: organisation.clients,
  fields: organisation.fields ?? {},
  created_at: organisation.created_on,
});

export const shapeWebhook = (webhook: Webhook): ProgramWebhook => ({
  ...{ id: webhook.webhookid, name: webhook.name, url: webhook.url },
  ...{ format: webhook.format, template: webhook.template, types: webhook.types },
  department_ids: webhook.departmentids,
  batches: webhook.batches,
  condition: webhook.condition,
  gone: webhook.refers.flatMap(({ id, name, gone }) => (gone ? [{ id, name }] : [])),
  state: webhook.state,
  behind: webhook.behind,
  failing_since: webhook.failing_since,
  parked_at: webhook.parked_on,
  last_sent_at: webhook.last_sent_on,
  restored_at: webhook.restored_on,
  created_at: webhook.created_on,
  created_by: webhook.created_by_name,
});

export const shapeDelivery = (delivery: Delivery): ProgramDelivery => ({
  id: delivery.deliveryid,
  event_id: delivery.eventid,
  ...{ type: delivery.type, state: delivery.state, example: delivery.example, attempts: delivery.attempts },
  batch: delivery.batch,
  ...{ status: delivery.status, milliseconds: delivery.milliseconds, answer: delivery.answer },
  created_at: delivery.created_on,
  tried_at: delivery.tried_on,
  next_try_at: delivery.next_attempt_on,
});

export const shapeMessage = (message: Message): ProgramMessage => ({
  id: message.messageid,
  ticket_id: message.ticketid,
  number: message.seq,
  type: message.type,
  text: message.content,
  caption: message.caption,
  author: authorOf(message),
  automatic: message.automatic,
  status: message.status,
  status_reason: message.status_reason,
  reaction: message.reaction,
  quotes: message.originalMessageId,
  files: message.files.map(({ fileid, name, size, type, path }) => ({
    ...{ id: fileid, name, size, type },
    url: path && `/api/v1/files/${fileid}`,
  })),
  created_at: message.created_on,
  edited_at: message.edited_on,
});

function authorOf(message: Message): ProgramMessage["author"] {
  if (!message.isagent) return { kind: "client", id: message.clientid, name: null };
  if (message.created_by) return { kind: "agent", id: message.created_by, name: message.created_by_name };
  const name = message.created_by_name;
  return { kind: name === null ? "desk" : "program", id: null, name };
}

export const shapeNote = (note: Note): ProgramNote => ({
  id: note.noteid,
  ticket_id: note.ticketid,
  text: note.content,
  author: {
    kind: note.userid ? "agent" : note.ruleid ? "rule" : "program",
    id: note.userid ?? note.ruleid ?? null,
    name: note.user_name,
  },
  created_at: note.created_on,
  edited_at: note.edited_on,
  deleted_at: note.deleted_on,
});
