import { z } from "zod";
import { limits } from "./limits.ts";
import { reason } from "./reasons.ts";
import { loose } from "./said.ts";
import { platform, timestamp, timeZone, uuid } from "./values.ts";

export const notification = z.object({
  id: uuid,
  /**
   * `channel`: an account does not work. `webhook`: a webhook is parked. `handover`: a colleague assigned a ticket. `takeover`: a colleague took one over.
   * `failed`: a message could not be sent. `outgoing`: a text did not leave at its time. `mention`: a colleague mentioned the agent in a note. `goal`: the reason says which goal
   * ends soon or is missed. `offer`: a waiting ticket is offered to the agent.
   */
  type: z.enum([
    "text",
    "rating",
    "channel",
    "handover",
    "takeover",
    "failed",
    "mention",
    "outgoing",
    "webhook",
    "rule",
    "goal",
    "offer",
  ]),
  /** The name of the client or colleague, or of the account. */
  name: z.string(),
  created_on: timestamp,
  ticketid: uuid.nullable(),
  ticket_created_on: timestamp.nullable(),
  ticket_platform: platform.nullable(),
  /** The colleague whose private message it is about. */
  senderid: uuid.nullable(),
  /** The number of unread messages when the line was last brought up. */
  unread: z.number().int().positive(),
  /**
   * The colleague who handed the ticket over, took it over, or wrote the note. In a ticket that the agent follows also who
   * was rated, or whose message could not be sent.
   */
  by_name: z.string().nullable(),
  /** True if the inbox was opened since, or the subject of the line was read. */
  seen: z.boolean(),
  /** The agent is told since they follow the ticket. */
  followed: z.literal(true).optional(),
  /** The message that could not be sent, and why; also why a text did not leave. */
  messageid: uuid.optional(),
  message_seq: z.number().int().positive().optional(),
  reason: reason.nullable().optional(),
  /** The platform of the account that does not work. */
  channel_platform: platform.optional(),
  /** The account works again. */
  ended: z.literal(true).optional(),
});
export type Notification = z.infer<typeof notification>;

/** Lines older than the one named by `before`, at most `limit`. */
export const notificationsQuery = z.object({
  before: uuid.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(limits.notificationsPage),
  tz: loose(timeZone),
});
/** Lines by day, newest first within the day and among days. `count` is of all lines not seen, on whichever page. */
export const notificationsAnswer = z.object({
  sections: z.record(z.iso.date(), z.array(notification)),
  count: z.number().int().nonnegative(),
  more: z.boolean(),
});
export type NotificationsAnswer = z.infer<typeof notificationsAnswer>;
