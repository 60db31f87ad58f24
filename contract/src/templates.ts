/** Messages that a provider approves beforehand. */
import { z } from "zod";
import { limits } from "./limits.ts";
import { firstMail, mailLimits } from "./mail.ts";
import { reason } from "./reasons.ts";
import { timestamp, uuid } from "./values.ts";

export const templateCategories = ["utility", "marketing", "authentication"] as const;

export const templateButton = z.discriminatedUnion("type", [
  z.object({ type: z.literal("quick_reply"), text: z.string() }),
  z.object({ type: z.literal("url"), text: z.string(), url: z.string() }),
  z.object({ type: z.literal("phone_number"), text: z.string(), phone_number: z.string() }),
]);
export type TemplateButton = z.infer<typeof templateButton>;

/** `{{name}}` in the text of a part; the header's variables come first, then each part's in the order of first use. */
export const templateVariable = z.object({
  part: z.enum(["header", "body"]),
  name: z.string(),
  sample: z.string(),
});
export type TemplateVariable = z.infer<typeof templateVariable>;

export const templateComponents = z.object({
  header: z.string().nullable(),
  body: z.string(),
  footer: z.string().nullable(),
  buttons: z.array(templateButton),
  variables: z.array(templateVariable),
  /** The template has parts that Parley cannot fill in, such as a picture, so it cannot be sent from here. */
  other: z.boolean(),
});
export type TemplateComponents = z.infer<typeof templateComponents>;

/** A variable as an agent filled it in: one line of text. */
export const filledVariable = z.object({
  part: templateVariable.shape.part,
  name: z.string().max(100),
  value: z.string().trim().min(1).max(limits.templateVariable),
});
export type FilledVariable = z.infer<typeof filledVariable>;

export const filledTemplate = z.object({
  name: z.string().min(1).max(512),
  language: z.string().min(1).max(20),
  variables: z.array(filledVariable).max(limits.templateVariables).default([]),
});
export type FilledTemplate = z.infer<typeof filledTemplate>;

/** The message is queued as any other; a repeat of `messageid` changes nothing. */
export const sendTemplate = filledTemplate.extend({
  ticketid: uuid,
  messageid: uuid.optional(),
});

/**
 * The field `to` is a phone number in international form for a template, and an address for a mail unless
 * `mail.to` lists them. A known client is written to with `content`; a repeat of its `messageid` answers the
 * existing ticket.
 */
export const startConversation = z
  .object({
    channelid: uuid,
    to: z.string().trim().min(1).max(mailLimits.address).optional(),
    template: filledTemplate.extend({ messageid: uuid.optional() }).optional(),
    mail: firstMail.optional(),
    clientid: uuid.optional(),
    content: z.string().trim().min(1).max(limits.messageText).optional(),
    messageid: uuid.optional(),
  })
  .refine(({ template, mail, content }) => [template, mail, content].filter(Boolean).length === 1, {
    path: ["template"],
    error: "template, mail or content",
  })
  .refine(({ to, template, mail }) => (to !== undefined) === Boolean(template ?? mail?.to.length === 0), {
    path: ["to"],
    error: "to or mail.to",
  })
  .refine(({ clientid, content }) => (clientid === undefined) === (content === undefined), {
    path: ["clientid"],
    error: "clientid with content",
  })
  .refine(({ messageid, content }) => messageid === undefined || content !== undefined, {
    path: ["messageid"],
    error: "messageid with content",
  });

export const messageTemplate = z.object({
  templateid: uuid,
  title: z.string().nullable(),
  name: z.string(),
  language: z.string(),
  category: z.string(),
  /** The provider's status in lower case. Only `approved` templates can be sent. */
  status: z.string(),
  /** The reason why it was rejected or paused. */
  reason: reason.nullable(),
  components: templateComponents,
  created_on: timestamp,
  updated_on: timestamp,
});
export type MessageTemplate = z.infer<typeof messageTemplate>;

export const messageTemplates = z.array(messageTemplate).max(limits.templatesListed);
