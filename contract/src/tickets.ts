import { z } from "zod";
import { channelAbilities } from "./channel-declaration.ts";
import { fieldValues } from "./field-values.ts";
import { goalNames } from "./goal-words.ts";
import { limits } from "./limits.ts";
import { messageType, sendMessage } from "./messages.ts";
import { noteContent } from "./notes.ts";
import { ticketAbilities } from "./permission-shapes.ts";
import { priorities } from "./priorities.ts";
import { stages } from "./stages.ts";
import { createdOnHint, platform, timestamp, uuid } from "./values.ts";

export const stage = z.enum(stages);
export type Stage = z.infer<typeof stage>;

export const lastMessage = z.object({
  type: messageType,
  content: z.string(),
  created_on: timestamp,
  isagent: z.boolean(),
  /** The agent who wrote it. */
  userid: uuid.optional(),
  user_name: z.string().optional(),
  /** The desk sent the message by itself. */
  automatic: z.literal(true).optional(),
  /** The name of a mail's author, when it is neither the client nor an agent. */
  author: z.string().optional(),
});
export type LastMessage = z.infer<typeof lastMessage>;

/** The client's last words, beside a last message that is automatic, or the line of a closing or reopening. */
export const lastClientMessage = lastMessage.pick({
  type: true,
  content: true,
  created_on: true,
  author: true,
});
export type LastClientMessage = z.infer<typeof lastClientMessage>;

/** The account the client wrote to, and its abilities. Without `connected` nothing can be sent. */
export const ticketChannel = z.object({
  channelid: uuid,
  name: z.string(),
  connected: z.boolean(),
  can: z.array(z.enum(channelAbilities)),
});

/** Until null, the client's next message ends it. */
/** `by` is null where a program did it. */
export const snooze = z.object({ on: timestamp, until: timestamp.nullable(), by: uuid.nullable() });
export type Snooze = z.infer<typeof snooze>;

/** `blocked`: its client was blocked with it. */
export const spamMark = z.object({ on: timestamp, by: uuid, blocked: z.literal(true).optional() });
export type SpamMark = z.infer<typeof spamMark>;

export const priority = z.enum(priorities);

/** The part of a ticket's response goals that lists show. */
export const shownGoals = z.object({
  /** A policy holds for the ticket. */
  has_goals: z.literal(true).optional(),
  /** The goal of the ticket that is due first; omitted where none is, or it pauses. */
  due: z.object({ on: timestamp, goal: z.enum(goalNames) }).optional(),
  /** A goal pauses while the client is to write. */
  goal_paused: z.literal(true).optional(),
  /** A goal of the ticket was missed. */
  goal_missed: z.literal(true).optional(),
});
export type ShownGoals = z.infer<typeof shownGoals>;

/**
 * A ticket as all viewers share it, in live events. `client_messages` counts the client's messages, so that each
 * viewer derives `unread`; `can` follows from `abilitiesOn`.
 */
export const sharedTicket = z.object({
  ticketid: uuid,
  /**
   * Each number rises with a part of the ticket, so an event with a lower one is older: `last_seq` with the messages,
   * `stage_version` with whose the ticket is, whether it is open and whether it sleeps, `version` with all else.
   */
  version: z.number().int().nonnegative(),
  stage_version: z.number().int().nonnegative(),
  created_on: timestamp,
  stage,
  platform,
  clientid: uuid,
  /** The client's short number as people say it. */
  short_id: z.string(),
  client_name: z.string(),
  /** The path of a picture on this server; null where initials are shown. */
  client_picture: z.string().nullable(),
  account_number: z.string().nullable(),
  departmentid: uuid,
  department_name: z.string(),
  /** The handler. */
  userid: uuid.nullable(),
  user_name: z.string().nullable(),
  accepted: z.boolean(),
  accepted_on: timestamp.nullable(),
  accepted_by: uuid.nullable(),
  closed_on: timestamp.nullable(),
  closed_by_name: z.string().nullable(),
  reopened_on: timestamp.nullable(),
  rating: z.number().int().min(1).max(3).nullable(),
  updated_on: timestamp,
  /** True if the last message came from an agent. */
  isagent: z.boolean(),
  last_message: lastMessage.nullable(),
  last_client_message: lastClientMessage.optional(),
  /** When the first of the client's messages came that no agent has answered; omitted when there is none. */
  waits_since: timestamp.optional(),
  ...shownGoals.shape,
  /** The subject of the newest mail. */
  subject: z.string().optional(),
  /** An agent's message could not be sent, and was neither sent again nor dismissed. */
  failed: z.literal(true).optional(),
  snoozed: snooze.optional(),
  /** The end of the last snooze, until an agent takes it up: its time came, or the client wrote. */
  back: z.enum(["time", "client"]).optional(),
  /** The ticket is closed and marked as spam: what the client writes in it stays in it, and no figure counts it. */
  spam: spamMark.optional(),
  /** The ids of the tickets that were merged into it, in that order; omitted when there is none. */
  merged: z.array(uuid).optional(),
  /** The id of the ticket that this one was split from; omitted where it was not, or that one is gone. */
  split_from: uuid.optional(),
  /** The ids of the ticket's tags; omitted when it has none. */
  tags: z.array(uuid).optional(),
  /** Omitted when it is normal. */
  priority: z.enum(["low", "high", "urgent"]).optional(),
  /** Omitted when no field has a value. */
  fields: fieldValues.optional(),
  /** The tags and fields of its client, by which views find it; each omitted when there are none. */
  client_tags: z.array(uuid).optional(),
  client_fields: fieldValues.optional(),
  /** The organisation of its client and the organisation's fields, by which views find it; each omitted when there are none. */
  organisation: uuid.optional(),
  organisation_fields: fieldValues.optional(),
  last_seq: z.number().int().nonnegative(),
  client_messages: z.number().int().nonnegative(),
  reply_window_until: timestamp.nullable(),
  channel: ticketChannel,
});
export type SharedTicket = z.infer<typeof sharedTicket>;

/** `first_words`: the beginning of the ticket's first text, the client's before an agent's; omitted when there is none. */
export const ticketLine = sharedTicket.extend({ first_words: z.string().optional() });
export type TicketLine = z.infer<typeof ticketLine>;

export const ticket = sharedTicket.extend({
  unread: z.number().int().nonnegative(),
  can: ticketAbilities,
  /** The agent does not see its department: they were mentioned in it, and read it and write notes. */
  sighted: z.literal(true).optional(),
  /** Set for one ticket that is fetched alone: the agent follows it. */
  following: z.literal(true).optional(),
  /** Set for one closed ticket that is fetched alone: the agent may write first to its client over the same account. */
  begins: z.boolean().optional(),
});
export type Ticket = z.infer<typeof ticket>;

export const openTickets = z.union([z.array(ticket), z.literal("no tickets")]);

export const acceptTicket = z.object({
  ticketid: uuid,
  userid: uuid.optional(),
  created_on: createdOnHint.optional(),
});
export const closeTicket = z.object({
  ticketid: uuid,
  userid: uuid.nullish(),
  departmentid: uuid.nullish(),
  closed_by_name: z.string().max(400).nullish(),
  created_on: createdOnHint.optional(),
  /** The client is not asked for a rating, on any channel, and gets no automatic message about the closing. */
  silently: z.boolean().optional(),
  /** It is sent before the ticket closes, by the rules of any reply. */
  lastMessage: sendMessage.pick({ content: true, messageid: true, seenSeq: true }).optional(),
});
export type CloseTicket = z.output<typeof closeTicket>;
export const snoozeChoice = z.enum(["later_today", "tomorrow", "monday", "client_writes"]);
export type SnoozeChoice = z.infer<typeof snoozeChoice>;
/** A date and time on the wall clock of the ticket's department: `2026-03-29T09:00`. */
const wallTime = z.iso.datetime({ local: true, precision: -1 }).max(16).regex(/\d$/);
export const snoozeTicket = z.object({ ticketid: uuid, until: z.union([snoozeChoice, wallTime]) });
export const unsnoozeTicket = z.object({ ticketid: uuid });
export const setTicketPriority = z.object({ ticketid: uuid, priority });
/** `block`: its client is blocked, too. */
export const markSpam = z.object({ ticketid: uuid, block: z.boolean().optional() });
/** `unblock`: the client is unblocked, if the mark blocked them; `reopen`: the ticket is reopened. */
export const unmarkSpam = z.object({
  ticketid: uuid,
  unblock: z.boolean().optional(),
  reopen: z.boolean().optional(),
});
/** `ticketid` is merged into the ticket `into`. */
export const mergeTickets = z.object({ ticketid: uuid, into: uuid });
export const unmergeTicket = z.object({ ticketid: uuid });
/** The ticket that was merged with another one, and that one. */
export const unmerged = z.object({ ticket, target: ticket });
export type Unmerged = z.infer<typeof unmerged>;
/** The messages `messageids` of the ticket are copied into a new one. */
export const splitTicket = z.object({
  ticketid: uuid,
  messageids: z.array(uuid).min(1).max(limits.splitMessages),
  subject: z.string().trim().min(1).max(limits.splitSubject),
});
/** `ticketid` is the new ticket, which goes. */
export const unsplitTicket = z.object({ ticketid: uuid });
/** The ticket that was split. */
export const unsplit = z.object({ ticketid: uuid });
export const deleteTicket = z.object({ ticketid: uuid });
/** `reopen`: the ticket is reopened too, unless another one of its conversation is open. */
export const restoreTicket = z.object({ ticketid: uuid, reopen: z.boolean().optional() });
/** A deleted ticket can be restored before `kept_until`. */
export const deletedTicket = z.object({
  ticketid: uuid,
  platform,
  client_name: z.string(),
  department_name: z.string(),
  created_on: timestamp,
  messages: z.number().int().nonnegative(),
  deleted_on: timestamp,
  deleted_by_name: z.string(),
  kept_until: timestamp,
});
export type DeletedTicket = z.infer<typeof deletedTicket>;
export const deletedTickets = z.object({ tickets: z.array(deletedTicket), more: z.boolean() });
export type DeletedTickets = z.infer<typeof deletedTickets>;
const name = z.string().max(400).nullish();
export const changeDepartment = z.object({
  ticketid: uuid,
  newDepartment: uuid,
  newDepartmentName: name,
  created_on: createdOnHint.optional(),
  /** It is written with the move or not at all. The id is made by the writer, so that a repeat changes nothing. */
  note: z.object({ noteid: uuid, content: noteContent }).optional(),
});
export const reassignUser = changeDepartment.extend({ newUser: uuid, newUserName: name });

/** Null minutes: the company allows it never. Null since: there is no handler, or they are online. */
export const takeOver = z.object({
  minutes: z.number().int().nullable(),
  offline_since: timestamp.nullable(),
});
/** `handlerid`: the handler whom the caller saw. When it is another by now, the answer is 409 with that one. */
export const takeOverTicket = z.object({ ticketid: uuid, handlerid: uuid });

export const ticketSearchState = z.enum(["open", "closed"]);
