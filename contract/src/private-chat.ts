/** Messages between two colleagues, visible to them only, whatever the role of others. */
import { z } from "zod";
import { limits } from "./limits.ts";
import { fileFields } from "./messages.ts";
import { loose } from "./said.ts";
import { typesThat } from "./timeline.ts";
import { timestamp, timeZone, uuid } from "./values.ts";

export const privateMessageType = z.enum(typesThat("private"));
const count = z.number().int().nonnegative();

export const privateMessage = z.object({
  messageid: uuid,
  chatid: uuid,
  /** Dense per chat, from 1; the order both see. */
  seq: z.number().int().positive(),
  /**
   * The number of messages the sender has written in this chat up to this one: unread counts are differences of two
   * such numbers.
   */
  sender_no: z.number().int().positive(),
  created_on: timestamp,
  senderid: uuid,
  /** The sender's name when the message was sent to the screen. */
  sender_name: z.string(),
  receiverid: uuid,
  type: privateMessageType,
  /** The text, or the words beside a file. */
  content: z.string(),
  ...fileFields.shape,
});
export type PrivateMessage = z.infer<typeof privateMessage>;

export const privateSections = z.record(z.iso.date(), z.array(privateMessage));

/**
 * The answer has at most `limit` messages older than `before`, a message's number. `seen=false` does not mark
 * them read.
 */
export const privateChatQuery = z.object({
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(limits.sliceSize),
  tz: loose(timeZone),
  seen: z.enum(["true", "false"]).default("true"),
});
export const privateChatAnswer = z.object({
  chatid: uuid,
  sections: privateSections,
  /** The number up to which each of the two has read. The caller's own is as it was before this call. */
  own_read: count,
  colleague_read: count,
});
export type PrivateChatAnswer = z.infer<typeof privateChatAnswer>;

/**
 * The counts of a chat for one of its two agents: `unread` is the number of the colleague's messages less those read.
 */
export const privateChatCounts = z.object({
  chatid: uuid,
  /** The colleague. */
  userid: uuid,
  written: count,
  read: count,
  unread: count,
  last_message_on: timestamp,
});
export type PrivateChatCounts = z.infer<typeof privateChatCounts>;

export const createPrivateMessage = z.object({
  receiverid: uuid,
  content: z.string().trim().min(1).max(limits.messageText),
  type: z.literal("text").default("text"),
  /** The id is made by the client, so that a repeat changes nothing. */
  messageid: uuid.optional(),
});
export type CreatePrivateMessage = z.input<typeof createPrivateMessage>;

/** The text fields beside `file` in the multipart body of /send-private-file. Fields come before the file. */
export const sendPrivateFile = z.object({
  receiverid: uuid,
  content: z.string().trim().max(limits.caption).default(""),
  messageid: uuid.optional(),
});

export const saveNotification = z.object({
  senderid: uuid.optional(),
  chatid: uuid.optional(),
  content: z.string().max(limits.messageText).optional(),
  type: z.string().max(20).optional(),
});

/**
 * One of the two has read up to a message; both get this event. `written` counts the other's messages they have read.
 */
export const privateRead = z.object({
  chatid: uuid,
  readerid: uuid,
  otherid: uuid,
  seq: count,
  written: count,
});
export type PrivateRead = z.infer<typeof privateRead>;
