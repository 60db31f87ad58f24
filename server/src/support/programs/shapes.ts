/** The shapes of the programs' resources, made from those of the console. */
import type { ClientRow } from "@parley/contract/client-profiles";
import type { Message } from "@parley/contract/messages";
import type { Note } from "@parley/contract/notes";
import type { ProgramClient, ProgramMessage, ProgramNote, ProgramTicket } from "@parley/contract/programs";
import type { SharedTicket } from "@parley/contract/tickets";

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
  tags: client.tags ?? [],
  fields: client.fields ?? {},
  created_at: client.created_on,
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
    id: fileid,
    name,
    size,
    type,
    url: path,
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
  author: { kind: note.userid ? "agent" : "program", id: note.userid, name: note.user_name },
  created_at: note.created_on,
  edited_at: note.edited_on,
  deleted_at: note.deleted_on,
});
