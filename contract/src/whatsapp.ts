/** The specification's own calls of WhatsApp. The fields' names and limits are the provider's. */
import { z } from "zod";
import { reason } from "./reasons.ts";
import { texts } from "./texts.ts";
import { uuid } from "./values.ts";

/** A number as its provider describes it; missing fields are null. */
export const whatsappNumber = z.object({
  id: z.string(),
  channelid: uuid,
  verified_name: z.string().nullable(),
  code_verification_status: z.string().nullable(),
  display_phone_number: z.string().nullable(),
  quality_rating: z.string().nullable(),
  throughput: z.object({ level: z.string().nullable() }),
  last_onboarded_time: z.string().nullable(),
  webhook_status: z.enum(["on", "off"]),
  /** The number's business account; null where its credentials cannot be read. */
  waba_id: z.string().nullable(),
  /** The reason why the provider gave nothing. */
  reason: reason.nullable(),
});
export type WhatsappNumber = z.infer<typeof whatsappNumber>;

export const whatsappNumbers = z.array(whatsappNumber);

export const whatsappProfile = z.object({
  about: z.string(),
  email: z.string(),
  description: z.string(),
  website: z.string(),
  address: z.string(),
  /** A `data:` address, since pages load nothing from the provider. */
  profile_picture_url: z.string().nullable(),
});
export type WhatsappProfile = z.infer<typeof whatsappProfile>;

const upTo = (most: number) => z.string().trim().max(most);
const orEmpty = <Shape extends z.ZodType<string, string>>(shape: Shape) => z.union([z.literal(""), shape]);

/** An empty value clears a field, except `about`, which stays as it is. */
export const editWhatsappProfile = z.object({
  profileId: z.string().regex(/^\d{1,30}$/),
  about: upTo(139).default(""),
  email: upTo(128).pipe(orEmpty(z.email())).default(""),
  description: upTo(512).default(""),
  website: upTo(256)
    .pipe(orEmpty(z.url({ protocol: /^https?$/ })))
    .default(""),
  address: upTo(256).default(""),
});

export const toggleWhatsappWebhook = z.object({ phoneNumberId: z.string().max(40) });
export const toggledWhatsappWebhook = z.object({ webhook_status: z.enum(["on", "off"]) });

const required = (most: number) => z.string().trim().min(1, texts.emptyField).max(most);
const optional = (most: number) =>
  upTo(most)
    .nullish()
    .transform((text) => text || null);
const buttonText = required(25);

export const whatsappLimits = { body: 1024, header: 60, footer: 60, buttons: 10, buttonText: 25 } as const;

export const submitWhatsappTemplate = z.object({
  template_title: required(200),
  template_text: required(whatsappLimits.body),
  /** The company's first number when omitted. */
  channelid: uuid.optional(),
  category: z.enum(["utility", "marketing"]).default("utility"),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(_[A-Z]{2,3})?$/)
    .default("en"),
  header: optional(whatsappLimits.header),
  footer: optional(whatsappLimits.footer),
  buttons: z
    .array(
      z.discriminatedUnion("type", [
        z.object({ type: z.literal("quick_reply"), text: buttonText }),
        z.object({
          type: z.literal("url"),
          text: buttonText,
          url: z.url({ protocol: /^https?$/ }).max(2000),
        }),
        z.object({ type: z.literal("phone_number"), text: buttonText, phone_number: required(20) }),
      ]),
    )
    .max(whatsappLimits.buttons)
    .default([]),
  /** An example value for the reviewer, by the variable's name. */
  samples: z.record(z.string().max(60), upTo(200)).default({}),
});
export type SubmitWhatsappTemplate = z.input<typeof submitWhatsappTemplate>;

/**
 * The values that the sign-up's page passes to the provider's script. `missing` names settings; when there are any,
 * nothing else is given.
 */
export const whatsappSignup = z.object({
  missing: z.array(z.string()),
  app_id: z.string().nullable(),
  config_id: z.string().nullable(),
  version: z.string(),
  sdk_url: z.string(),
});
export type WhatsappSignup = z.infer<typeof whatsappSignup>;

/** The code of the sign-up. It can be exchanged once, within 30 seconds. */
export const setupWhatsapp = z.object({ token: required(4000) });
export const setupWhatsappAnswer = z.object({ status: z.literal("ok") });

const providerId = z.string().regex(/^\d{1,30}$/);

/** The answer of the sign-up's window. The ids are claims, which are checked with the token. */
export const setupWhatsappWebhook = z.object({
  business_data: z.object({
    phone_number_id: providerId.nullish(),
    waba_id: providerId,
    business_id: z.string().max(40).nullish(),
  }),
});
