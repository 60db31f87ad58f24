import { z } from "zod";
import { channelStates, mends, testSteps } from "./channel-states.ts";
import { reason } from "./reasons.ts";
import { platform, timestamp, uuid } from "./values.ts";

/** For administrators alone. */
const channelTraffic = z.object({
  /** Messages since midnight in the company's time zone; `sent` by an agent and taken by the provider. */
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
  /** Where its new tickets go; null: to the company's first department. */
  departmentid: uuid.nullable(),
  state: z.enum(channelStates),
  reason: reason.nullable(),
  /** How an administrator can fix it. Omitted for others. */
  mend: z.enum(mends).nullable().optional(),
  /** Since when it is in this state, where that is known. */
  since: timestamp.nullable(),
  /** To within a few seconds. */
  last_in: timestamp.nullable(),
  last_out: timestamp.nullable(),
  /** Messages that are queued. */
  waiting: z.number().int().nonnegative(),
  traffic: channelTraffic.optional(),
  /** A conversation may be started over it. */
  can_start: z.boolean(),
  /** By what; null where none may be started. */
  starts_by: z.enum(["template", "mail"]).nullable(),
});
export type ChannelRow = z.infer<typeof channelRow>;

export const channelRows = z.array(channelRow);

/** The other fields are the platform's. */
export const connectChannel = z.looseObject({ departmentid: uuid.nullish() });

/** With what some platforms say once. */
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
 * Those that were reached, in order. `returning`: the message is to come back; whether it did is one more step, as
 * `channelTestStep` within a minute.
 */
export const channelTest = z.object({ steps: z.array(testStep), returning: z.boolean() });
export type ChannelTest = z.infer<typeof channelTest>;

export const updateChannel = z.object({
  name: z.string().trim().min(1).max(200).optional(),
  departmentid: uuid.nullable().optional(),
});
