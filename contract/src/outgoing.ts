/** Texts, files and mails of agents that have not left yet: scheduled for a time, or held so that they can be taken back. */
import { z } from "zod";
import { draftMail } from "./drafts.ts";
import { leaves, textMacro } from "./leaving.ts";
import { limits } from "./limits.ts";
import { fileFields, message, sendFile } from "./messages.ts";
import { reason } from "./reasons.ts";
import { sharedBubble } from "./shared-bubbles.ts";
import { typesThat } from "./timeline.ts";
import { platform, timestamp, uuid } from "./values.ts";

/** The parts of a mail. Its HTML is only in the answer of the call that takes it back. */
const outgoingMail = draftMail.omit({ html: true }).extend({ html: z.string().nullable() });

/** A macro that runs when its text leaves, in the same unit of work. */
const outgoingMacro = sharedBubble
  .pick({ bubbleid: true, name: true, actions: true, updated_on: true })
  .extend({ runid: uuid });
export type KeptMacro = z.infer<typeof outgoingMacro>;

export const outgoing = z.object({
  /** The id of the message that it becomes. */
  messageid: uuid,
  /** Null: a mail that begins a conversation, whose ticket is opened when it leaves. */
  ticketid: uuid.nullable(),
  /** The account over which it begins one. */
  channelid: uuid.nullable(),
  client_name: z.string(),
  platform,
  /** The writer's id and name. */
  userid: uuid,
  user_name: z.string(),
  /** The writer's account is disabled: who answers for it takes it over. */
  writer_left: z.boolean(),
  created_on: timestamp,
  type: z.enum(["text", ...typesThat("file")]),
  content: z.string(),
  caption: z.string().nullable(),
  originalMessageId: uuid.nullable(),
  mail: outgoingMail.nullable(),
  macro: outgoingMacro.nullable(),
  held: z.boolean(),
  /** When it leaves; null once it has stopped. */
  due_on: timestamp.nullable(),
  /** When and why it did not leave: it waits for its writer. */
  stopped_on: timestamp.nullable(),
  reason: reason.nullable(),
  ...fileFields.shape,
});
export type Outgoing = z.infer<typeof outgoing>;

/** `opening` is when the ticket's department opens next; null where no hours are set. Times are entered on the clock of `time_zone`. */
export const ticketOutgoing = z.object({
  outgoing: z.array(outgoing).max(limits.outgoingListed),
  opening: timestamp.nullable(),
  time_zone: z.string(),
});
export type TicketOutgoing = z.infer<typeof ticketOutgoing>;

/** The same of new tickets over an account. */
export const leavingTimes = ticketOutgoing.pick({ opening: true, time_zone: true });
export type LeavingTimes = z.infer<typeof leavingTimes>;

export const ownOutgoing = z.array(outgoing).max(limits.outgoingListed);

const id = uuid;
const seenSeq = z.number().int().nonnegative().optional();
const content = z.string().trim().min(1).max(limits.messageText);

/** `seenSeq` is compared as in `/send-message`, now and when the text leaves. */
export const scheduleMessage = z.object({
  ticketid: uuid,
  /** The id is made by the writer, so that a repeat is one message. */
  messageid: id,
  content,
  originalMessageId: uuid.optional(),
  seenSeq,
  leaves,
  macro: textMacro.optional(),
});
export type ScheduleMessage = z.input<typeof scheduleMessage>;

export const scheduleFile = sendFile.extend({ messageid: id, leaves });

/** Exactly one of the two is there: a repeat of an id that has left answers its message. */
export const scheduled = z.object({ outgoing: outgoing.nullable(), message: message.nullable() });
export type Scheduled = z.infer<typeof scheduled>;

/** Fields that are left out stay as they are. A text that has stopped needs a time. Of a mail only the time changes. */
export const changeOutgoing = z.object({
  messageid: id,
  content: content.optional(),
  leaves: leaves.optional(),
  seenSeq,
});
export type ChangeOutgoing = z.input<typeof changeOutgoing>;

export const sendOutgoing = z.object({ messageid: id, seenSeq });
export const dropOutgoing = z.object({ messageid: id });
export const takeOutgoing = z.object({ messageid: id });

/** Null: as the company has it. */
export const changeTakeBack = z.object({ take_back: z.boolean().nullable() });
