import { z } from "zod";
import { channelStates, mends, testSteps } from "./channel-states.ts";
import { reason } from "./reasons.ts";
import { platform, timestamp, uuid } from "./values.ts";

/** Only administrators see the traffic. */
const channelTraffic = z.object({
  /** Messages since midnight in the company's time zone; `sent` by an agent and accepted by the provider. */
  today: z.object({
    received: z.number().int().nonnegative(),
    sent: z.number().int().nonnegative(),
    failed: z.number().int().nonnegative(),
  }),
  /** Messages received and sent in each of the last 24 hours, the oldest first. */
  hours: z.array(z.number().int().nonnegative()).length(24),
  /** Tickets with queued messages, and the time of the oldest of these. */
  waiting_tickets: z.number().int().nonnegative(),
  waiting_since: timestamp.nullable(),
});
export type ChannelTraffic = z.infer<typeof channelTraffic>;

/** One account at a provider. */
export const channelRow = z.object({
  channelid: uuid,
  platform,
  name: z.string(),
  username: z.string().nullable(),
  /** The department of the account's new tickets; null stands for the company's first department. */
  departmentid: uuid.nullable(),
  state: z.enum(channelStates),
  reason: reason.nullable(),
  /** The step by which an administrator can fix the account. Agents do not get it. */
  mend: z.enum(mends).nullable().optional(),
  /** The time since which the account is in this state, where known. */
  since: timestamp.nullable(),
  /** Accurate to a few seconds. */
  last_in: timestamp.nullable(),
  last_out: timestamp.nullable(),
  /** The number of queued messages. */
  waiting: z.number().int().nonnegative(),
  traffic: channelTraffic.optional(),
  /** A conversation may be started over it. */
  can_start: z.boolean(),
  /** The way a conversation starts; null where none may be started. */
  starts_by: z.enum(["template", "mail"]).nullable(),
});
export type ChannelRow = z.infer<typeof channelRow>;

export const channelRows = z.array(channelRow);

/** Each platform adds its own fields. */
export const connectChannel = z.looseObject({ departmentid: uuid.nullish() });

/** Some platforms add fields that are answered this once. */
export const connectedChannel = channelRow.extend({
  key: z.string().optional(),
  snippet: z.string().optional(),
  identify_secret: z.string().optional(),
  webhook_address: z.string().optional(),
  webhook_secret: z.string().optional(),
});

/** `to`: where a test message goes, as the provider names a client; without it none is sent. */
export const testChannel = z.object({ to: z.string().trim().min(1).max(200).optional() });

export const testStep = z.object({
  name: z.enum(testSteps),
  ok: z.boolean(),
  ms: z.number().int().nonnegative(),
  reason: reason.optional(),
});
export type TestStep = z.infer<typeof testStep>;

/**
 * The steps that were reached, in order. `returning`: the message is to come back; `channelTestStep` says within a
 * minute whether it did.
 */
export const channelTest = z.object({ steps: z.array(testStep), returning: z.boolean() });
export type ChannelTest = z.infer<typeof channelTest>;

export const updateChannel = z.object({
  name: z.string().trim().min(1).max(200).optional(),
  departmentid: uuid.nullable().optional(),
});
