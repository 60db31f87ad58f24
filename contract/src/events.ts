/**
 * The live connection: every event by name, with its payload. The server and the console type their sockets with these.
 */
import { z } from "zod";
import { agentRow, colleague } from "./agents.ts";
import { bubble } from "./bubbles.ts";
import { testStep } from "./channels.ts";
import { draftChange } from "./drafts.ts";
import { fieldValues } from "./field-values.ts";
import { following } from "./following.ts";
import { limits } from "./limits.ts";
import { deliveryStatus, message } from "./messages.ts";
import { eventLine, note, noteDraftChange } from "./notes.ts";
import { notification } from "./notifications.ts";
import { outgoing } from "./outgoing.ts";
import { pin, unpinned } from "./pins.ts";
import { privateMessage, privateRead } from "./private-chat.ts";
import { awayChange, offerChange } from "./routing.ts";
import { profile, sessionEnd } from "./sessions.ts";
import { lastClientMessage, sharedTicket, shownGoals } from "./tickets.ts";
import { timestamp, uuid } from "./values.ts";

export const messageUpdate = z.object({
  ticketid: uuid,
  messageid: uuid,
  created_on: timestamp,
  ...message
    .pick({
      type: true,
      content: true,
      caption: true,
      edited_on: true,
      change: true,
      split_into: true,
      placeholder: true,
      path: true,
      imageUrl: true,
      thumbnailUrl: true,
      video_thumbnail: true,
      file_name: true,
      file_size: true,
      file_type: true,
      width: true,
      height: true,
      duration: true,
      waveform: true,
      files: true,
      status_reason: true,
      reason: true,
      originalMessage: true,
      originalMessageId: true,
      originalMessageSeq: true,
      originalMessageCreatedOn: true,
      originalMessageType: true,
      originalMessageIsAgent: true,
    })
    .partial().shape,
  status: deliveryStatus.optional(),
  /** True if the ticket has a message that could not be sent; omitted where this cannot have changed. */
  ticket_failed: z.boolean().optional(),
});
export type MessageUpdate = z.infer<typeof messageUpdate>;

export const handlerChange = z.object({
  ticketid: uuid,
  ...sharedTicket.pick({ stage_version: true }).shape,
  userid: uuid.nullable(),
  user_name: z.string().nullable(),
  departmentid: uuid,
  department_name: z.string(),
  accepted_on: timestamp.nullable(),
});
export type HandlerChange = z.infer<typeof handlerChange>;

const writing = z.enum(["reply", "note"]);
export type Writing = z.infer<typeof writing>;

/** An agent who has a ticket on screen, and what they write in it. */
const viewer = z.object({ userid: uuid, user_name: z.string(), writes: writing.nullable() });
export type Viewer = z.infer<typeof viewer>;

export const serverEvents = {
  newTicket: sharedTicket,
  /**
   * The event carries the ticket's reply window where the client's message may have opened it, and the client's
   * last words beside an automatic message or a closing; of a ticket with response goals, what it leaves of them.
   */
  newMessage: message.extend({
    reply_window_until: timestamp.optional(),
    last_client_message: lastClientMessage.optional(),
    goals: shownGoals.optional(),
  }),
  messageUpdate,
  newReaction: z.object({
    ticketid: uuid,
    messageid: uuid,
    created_on: timestamp,
    /** The client's reaction, and beside it the desk's. */
    reaction: z.string().nullable(),
    ...message.pick({ agent_reaction: true, agent_reaction_reason: true }).shape,
  }),
  newNote: note,
  /** A note was edited or deleted. */
  updateNote: note,
  newEventLine: eventLine,
  /** A text that has not left yet is new or changed, or has stopped. */
  updateOutgoing: outgoing,
  /** It has left, or was dropped. `ran`: it has left, and its macro ran. */
  removeOutgoing: z.object({ ticketid: uuid.nullable(), messageid: uuid, ran: z.boolean().optional() }),
  acceptTicket: handlerChange,
  newHandler: handlerChange,
  closeTicket: z.object({
    ticketid: uuid,
    ...sharedTicket.pick({ stage_version: true }).shape,
    closed_on: timestamp,
    closed_by_name: z.string(),
    departmentid: uuid,
  }),
  /**
   * Agents who see a ticket of the client hear that what is noted of them has changed. `organisation`: their tickets are of
   * another one, or of none.
   */
  clientChanged: z.object({
    clientid: uuid,
    organisation: z.object({ organisationid: uuid.nullable(), fields: fieldValues.optional() }).optional(),
  }),
  /**
   * `restored`: the ticket was deleted, and no screen has it. `remerged`: another one was merged into it, or is no longer: its
   * messages have other numbers.
   */
  updateTicket: sharedTicket.extend({
    reopenTicket: z.literal(true).optional(),
    restored: z.literal(true).optional(),
    remerged: z.literal(true).optional(),
  }),
  /** The ticket is no longer the agent's to see. `deleted`: it is nobody's, and what was told of it is gone too. */
  removeTicket: z.object({
    ticketid: uuid,
    deleted: z.literal(true).optional(),
    /** The ticket that it was merged into. */
    into: uuid.optional(),
  }),
  /** The agent's own tabs hear how far they have read. `client_messages` is the count they have seen. */
  ticketRead: z.object({ ticketid: uuid, client_messages: z.number().int().nonnegative() }),
  /** The agent's own tabs hear that they follow a ticket, or no longer do. */
  ticketFollowed: following,
  /** An agent, or their department, was mentioned in a ticket that they do not see otherwise. */
  ticketSighted: z.object({ ticketid: uuid }),
  /** A waiting ticket was offered to an agent, or no longer is. */
  offerChanged: offerChange,
  /** The company hears that an agent is away, or back. */
  awayChanged: awayChange,
  /** Administrators hear that the routing of a department or an agent has changed. */
  routingChanged: z.object({}),
  newNotification: z.object({ notification, count: z.number().int().nonnegative() }),
  /** The agent opened the inbox (no ids: all lines), or read the subject of these lines. */
  notificationsSeen: z.object({ ids: z.array(uuid).nullable(), count: z.number().int().nonnegative() }),
  notificationsCleared: z.object({}),
  newPrivateMessage: privateMessage,
  privateRead,
  /** The agent's own tabs hear this. */
  newBubble: bubble,
  updateBubble: bubble,
  deleteBubble: z.object({ bubbleid: uuid }),
  /** The company hears that shared bubbles were made, changed or deleted. */
  sharedBubblesChanged: z.object({}),
  updateDraft: draftChange,
  updateNoteDraft: noteDraftChange,
  newPinnedMessage: pin,
  unpinMessage: unpinned,
  /** Administrators hear of a new agent, a changed row, the number online. */
  newUser: agentRow,
  updateAgentRow: agentRow,
  /** Administrators hear that the list of invitations has changed. */
  invitationsChanged: z.object({}),
  /** Administrators hear that opening hours, automatic messages, rules or response goals have changed. */
  openingHoursChanged: z.object({}),
  noticeSettingsChanged: z.object({}),
  automaticMessagesChanged: z.object({}),
  rulesChanged: z.object({}),
  /** The company hears that its list of tags has changed. `tickets`: a tag was merged or deleted, so that tickets and clients have others. */
  tagsChanged: z.object({ tickets: z.boolean() }),
  /** The company hears that a shared view has changed, an agent's own tabs that one of their own has, or its order. */
  viewsChanged: z.object({}),
  /** The company hears that its fields have changed. `values`: one was deleted with its values. */
  fieldsChanged: z.object({ values: z.boolean() }),
  /** Administrators hear that clients are proposed for merging, or no longer. */
  mergeProposalsChanged: z.object({}),
  /** The company hears that an organisation was made, changed or deleted. With an id its tickets show other values, or none. */
  organisationsChanged: z.object({ organisationid: uuid.optional() }),
  totalOnlineAgents: z.number().int().nonnegative(),
  /**
   * The company hears that an account was connected, changed or disconnected, or its state changed. `tickets`:
   * what tickets show of it changes too.
   */
  channelUpdate: z.object({ channelid: uuid, tickets: z.boolean() }),
  /** The tabs of the administrator who tests an account hear this. */
  channelTestStep: z.object({ channelid: uuid, step: testStep }),
  /** The company hears of a new or changed colleague. A disabled one is no longer a colleague. */
  updateAgent: colleague.extend({ enabled: z.boolean() }),
  /** The agent's own tabs hear this. */
  updateProfile: profile,
  /**
   * The company hears that an agent came online or left. `others` did so in the same moment, when more than ten
   * did.
   */
  userLogin: z.object({ id: uuid, others: z.array(uuid).optional() }),
  userLogout: z.object({ id: uuid, others: z.array(uuid).optional() }),
  typing: z.object({ ticketid: uuid, who: z.enum(["client", "agent"]), name: z.string() }),
  /** The ticket's viewers hear of each other, at most once a second. Writers come first; `total` counts all. */
  ticketViewers: z.object({
    ticketid: uuid,
    total: z.number().int().nonnegative(),
    viewers: z.array(viewer).max(limits.viewersShown),
  }),
  sessionEnded: z.object({ why: sessionEnd }),
} as const;

export type ServerEvents = { [Name in keyof typeof serverEvents]: z.infer<(typeof serverEvents)[Name]> };
export type ServerEventName = keyof ServerEvents;

/** Every client event is acknowledged: `{ok:true}`, or the error a refused HTTP call would have had. */
export type Ack = (answer: { ok: true } | { ok: false; code: string; message: string }) => void;

export const clientEvents = {
  openTicket: z.object({ ticketid: uuid }),
  closeView: z.object({ ticketid: uuid }),
  /** From now on the console hears of the tickets that its agent sees by a mention alone. */
  watchMentions: z.object({}),
  /** `nothing`: the agent has sent the text or removed it. A note's writer is shown to colleagues alone. */
  typing: z.object({ ticketid: uuid, writes: writing.or(z.literal("nothing")).default("reply") }),
  /** The agent has seen the chat up to this message. */
  seen: z.object({ ticketid: uuid, seq: z.number().int().positive() }),
  /** The agent has seen the private chat with a colleague up to this message. */
  seenPrivate: z.object({ userid: uuid, seq: z.number().int().positive() }),
} as const;
export type ClientEventName = keyof typeof clientEvents;

export type ServerToClient = { [Name in ServerEventName]: (payload: ServerEvents[Name]) => void };
export type ClientToServer = {
  [Name in ClientEventName]: (payload: z.input<(typeof clientEvents)[Name]>, ack: Ack) => void;
};
