/** The webhooks of a company, as programs manage them. */
import { z } from "zod";
import { ruleConditionOrNull } from "./conditions/shape.ts";
import { limits } from "./limits.ts";
import { programEventTypes } from "./program-events.ts";
import { programLimits } from "./program-limits.ts";
import { byProgramId, pageQuery } from "./programs.ts";
import { deliveryStates, webhookFormats, webhookStates } from "./webhook-words.ts";

const id = z.uuid();
const of = (what: string) => id.describe(`The id of ${what}.`);
const time = (about: string) => z.iso.datetime().describe(`${about} RFC 3339, in UTC.`);
const type = z.enum(programEventTypes).describe("The type of an event.");

export const programWebhook = z
  .object({
    id: of("the webhook"),
    name: z.string().describe("The webhook's name."),
    url: z.string().describe("The address to which it sends."),
    format: z.enum(webhookFormats).describe("`parley` sends the event, the others a message for a chat."),
    template: z.string().nullable().describe("The text of a chat's message; null for the usual one."),
    types: z.array(type).describe("The types of the events that it sends."),
    department_ids: z.array(id).nullable().describe("The departments that it reads; null for every one."),
    batches: z.boolean().describe("True where a request carries several events, at most 50."),
    condition: z
      .unknown()
      .describe(
        "Which events it sends: those of tickets that match the tree of `all`, `any`, `not` and leaves. Null: all.",
      ),
    gone: z
      .array(
        z.object({
          id: z.string().describe("Its id."),
          name: z.string().nullable().describe("Its last name."),
        }),
      )
      .describe("What the condition names and was deleted: such a leaf finds nothing."),
    state: z.enum(webhookStates).describe("`parked` sends nothing until it is started."),
    behind: z.number().int().describe("The number of events that are not sent yet, counted up to a bound."),
    failing_since: time("Since when its receiver accepts nothing.").nullable(),
    parked_at: time("When it was parked.").nullable(),
    last_sent_at: time("When its receiver last accepted an event.").nullable(),
    restored_at: time("When a backup was restored: events of before may come again.").nullable(),
    created_at: time("When it was made."),
    created_by: z.string().describe("The name of the agent who made it, or the key that did."),
  })
  .describe("It sends what happens to an address.");
export type ProgramWebhook = z.infer<typeof programWebhook>;

export const programMadeWebhook = programWebhook
  .extend({ secret: z.string().describe("The secret that signs its requests, shown this once.") })
  .describe("A webhook with its secret.");

export const programDelivery = z
  .object({
    id: of("the delivery"),
    event_id: z.string().describe("The event's id, the header `webhook-id`."),
    type,
    state: z.enum(deliveryStates).describe("How far it has come."),
    example: z.boolean().describe("True for an example that was sent by hand."),
    attempts: z.number().int().describe("The number of tries."),
    batch: z
      .number()
      .int()
      .nullable()
      .describe("The number of events in its last request; null where it went alone."),
    status: z.number().int().nullable().describe("The HTTP status of the last answer."),
    milliseconds: z.number().int().nullable().describe("How long the last try took."),
    answer: z.string().nullable().describe("The beginning of the last answer."),
    created_at: time("When it was due."),
    tried_at: time("When it was last tried.").nullable(),
    next_try_at: time("When it is tried again.").nullable(),
  })
  .describe("An event on its way to a webhook's address, kept for 30 days.");
export type ProgramDelivery = z.infer<typeof programDelivery>;

const fields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(programLimits.webhookName)
    .regex(/^[^\n\r\t]*$/)
    .describe("Its name."),
  url: z
    .url({ protocol: /^https?$/ })
    .max(programLimits.webhookAddress)
    .describe("The address to send to: https and public."),
  types: z
    .array(type)
    .max(programEventTypes.length)
    .describe("The types of events to send. Without any only what rules send to it."),
  department_ids: z
    .array(id)
    .min(1)
    .max(limits.furtherDepartments)
    .nullable()
    .describe("The departments to read; null for every one."),
  batches: z.boolean().describe('Sends several events in one request, at most 50, as `{"events": […]}`.'),
  condition: ruleConditionOrNull.describe(
    "Sends only events of tickets that match: a tree of `all`, `any`, `not` and leaves, as rules ask. Null: all.",
  ),
};
export const programNewWebhook = z.strictObject({
  ...fields,
  department_ids: fields.department_ids.default(null),
  condition: fields.condition.default(null),
  batches: fields.batches.default(false),
});
export const programWebhookChange = z.strictObject({
  name: fields.name.optional(),
  url: fields.url.optional(),
  types: fields.types.optional(),
  department_ids: fields.department_ids.optional(),
  condition: fields.condition.optional(),
  batches: fields.batches.optional(),
});
export const programWebhookTest = z.strictObject({ type });
export const programResend = z.strictObject({
  since: z.iso.datetime({ offset: true }).describe("Deliveries since then are sent again, at most 10 000."),
});
export const programResent = z
  .object({ count: z.number().int().describe("The number of deliveries that are sent again.") })
  .describe("How many are sent again.");
export const byProgramDelivery = byProgramId.extend({ delivery: of("the delivery") });
export const programDeliveryQuery = pageQuery.extend({
  state: z.enum(deliveryStates).optional().describe("How far they have come."),
});
