/** Webhooks: the desk sends a company's events to an address, signed and in the order of each subject. */
import { z } from "zod";
import { ruleConditionOrNull, storedConditionOrNull } from "./conditions/shape.ts";
import { limits } from "./limits.ts";
import { programEventTypes } from "./program-events.ts";
import { programLimits } from "./program-limits.ts";
import { reason } from "./reasons.ts";
import { timestamp, uuid } from "./values.ts";
import { deliveryStates, webhookFormats, webhookStates } from "./webhook-words.ts";

const name = z
  .string()
  .trim()
  .min(1)
  .max(programLimits.webhookName)
  .regex(/^[^\n\r\t]*$/);
const url = z.url({ protocol: /^https?$/ }).max(programLimits.webhookAddress);
const type = z.enum(programEventTypes);
/** A webhook without types sends only what rules send to it. */
const types = z.array(type).max(programEventTypes.length);
const format = z.enum(webhookFormats);
const departmentids = z.array(uuid).min(1).max(limits.furtherDepartments).nullable();
/** The text of a Slack or Teams message. `{{type}}`, `{{client}}`, `{{text}}` and `{{link}}` are filled in. */
const template = z.string().trim().min(1).max(programLimits.webhookTemplate);

export const webhook = z.object({
  webhookid: uuid,
  name: z.string(),
  url: z.string(),
  format,
  /** Null for our own format, and for the usual text of the others. */
  template: z.string().nullable(),
  types: z.array(type),
  /** Null means every department. */
  departmentids: z.array(uuid).nullable(),
  /** At most `programLimits.webhookBatch` events go in one request. */
  batches: z.boolean(),
  /** Only events whose ticket matches are sent. Null: all of them. */
  condition: storedConditionOrNull,
  /** The things that the condition names. `gone`: it was deleted. */
  refers: z.array(z.object({ id: z.string(), name: z.string().nullable(), gone: z.boolean() })),
  state: z.enum(webhookStates),
  failing_since: timestamp.nullable(),
  parked_on: timestamp.nullable(),
  last_sent_on: timestamp.nullable(),
  /** A backup was restored then: events from before may be sent again. */
  restored_on: timestamp.nullable(),
  /** Until then requests are signed with the secret before the rotation too. */
  previous_until: timestamp.nullable(),
  /** The events that are not sent yet; counted up to `programLimits.webhookBehindCounted`. */
  behind: z.number().int(),
  created_on: timestamp,
  created_by_name: z.string(),
});
export type Webhook = z.infer<typeof webhook>;
/** `newest_event_on`: the time of the company's newest event that webhooks and the feed have; null where there is none. */
export const webhookList = z.object({
  webhooks: z.array(webhook).max(programLimits.webhooksPerCompany),
  newest_event_on: timestamp.nullable(),
});

export const createWebhook = z.object({
  name,
  url,
  format: format.default("parley"),
  template: template.nullable().default(null),
  types,
  departmentids: departmentids.default(null),
  condition: ruleConditionOrNull.default(null),
  batches: z.boolean().default(false),
});
export type CreateWebhook = z.output<typeof createWebhook>;
export type EnteredWebhook = z.input<typeof createWebhook>;

export const byWebhook = z.object({ webhookid: uuid });
/** Omitted fields stay unchanged. */
export const updateWebhook = byWebhook.extend({
  name: name.optional(),
  url: url.optional(),
  format: format.optional(),
  template: template.nullable().optional(),
  types: types.optional(),
  departmentids: departmentids.optional(),
  condition: ruleConditionOrNull.optional(),
  batches: z.boolean().optional(),
});
export type UpdateWebhook = z.output<typeof updateWebhook>;

/** The secret is shown this once. */
export const madeWebhook = z.object({ webhook, secret: z.string() });
export type MadeWebhook = z.infer<typeof madeWebhook>;

export const testWebhook = byWebhook.extend({ type });
export type TestWebhook = z.output<typeof testWebhook>;

export const delivery = z.object({
  deliveryid: uuid,
  /** The header `webhook-id`: the event's id. */
  eventid: z.string(),
  type,
  state: z.enum(deliveryStates),
  /** It is an example, sent by hand. */
  example: z.boolean(),
  attempts: z.number().int(),
  /** The events of its last request; null where it went alone. */
  batch: z.number().int().nullable(),
  created_on: timestamp,
  tried_on: timestamp.nullable(),
  next_attempt_on: timestamp.nullable(),
  /** The HTTP status of the last answer. */
  status: z.number().int().nullable(),
  milliseconds: z.number().int().nullable(),
  /** The beginning of the last answer. */
  answer: z.string().nullable(),
  /** The reason for no answer, or for sending nothing. */
  reason: reason.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

export const deliveryQuery = z.object({
  /** The last delivery of the page before. */
  after: uuid.optional(),
  state: z.enum(deliveryStates).optional(),
});
export type DeliveryQuery = z.output<typeof deliveryQuery>;
export const deliveryPage = z.object({
  deliveries: z.array(delivery).max(programLimits.deliveriesListed),
  more: z.boolean(),
});
export type DeliveryPage = z.infer<typeof deliveryPage>;

/** The body of a delivery, with its event's subject as it is now; null once the webhook does not see it. */
export const deliveryRequest = z.object({ body: z.string().nullable() });

export const byDelivery = z.object({ deliveryid: uuid });
export const resendSince = byWebhook.extend({ since: timestamp });
export type ResendSince = z.output<typeof resendSince>;
export const resent = z.object({ count: z.number().int() });
