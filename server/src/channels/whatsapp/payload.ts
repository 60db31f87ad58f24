/** The fields of a webhook's body that Parley reads (developers.facebook.com/documentation/business-messaging/whatsapp/webhooks). */
import { z } from "zod";

/** No text of PostgreSQL's can hold NUL. */
const words = z.string().transform((text) => text.replaceAll("\0", ""));
const optional = words.optional().catch(undefined);

const media = z.object({
  id: z.string(),
  mime_type: z.string().optional(),
  caption: optional,
  filename: optional,
  voice: z.boolean().optional(),
  animated: z.boolean().optional(),
});

const sharedContact = z.object({
  name: z.object({ formatted_name: optional, first_name: optional }).optional(),
  phones: z.array(z.object({ phone: optional })).optional(),
  emails: z.array(z.object({ email: optional })).optional(),
});

const choice = z.object({ id: z.string(), title: words });

const errors = z.array(
  z.object({
    code: z.number().int(),
    title: optional,
    message: optional,
    error_data: z.object({ details: optional }).optional().catch(undefined),
  }),
);

const content = z.object({
  type: z.string(),
  text: z.object({ body: words }).optional(),
  image: media.optional(),
  video: media.optional(),
  audio: media.optional(),
  document: media.optional(),
  sticker: media.optional(),
  location: z
    .object({ latitude: z.number(), longitude: z.number(), name: optional, address: optional })
    .optional(),
  contacts: z.array(sharedContact).optional(),
  button: z.object({ text: words, payload: z.string().optional() }).optional(),
  interactive: z
    .object({
      type: z.string(),
      button_reply: choice.optional(),
      list_reply: choice.optional(),
      nfm_reply: z.object({ name: optional, body: optional }).optional(),
    })
    .optional(),
  order: z
    .object({
      text: optional,
      product_items: z
        .array(z.object({ product_retailer_id: words, quantity: z.coerce.number().optional() }))
        .optional(),
    })
    .optional(),
});

export const message = content.extend({
  id: z.string().min(1).max(512),
  timestamp: z.coerce.number().positive().max(10_000_000_000),
  from: z.string().optional(),
  from_user_id: z.string().optional(),
  group_id: z.string().optional(),
  context: z.object({ id: z.string().optional() }).optional(),
  reaction: z.object({ message_id: z.string(), emoji: z.string().optional() }).optional(),
  edit: z.object({ original_message_id: z.string(), message: content }).optional(),
  revoke: z.object({ original_message_id: z.string() }).optional(),
  system: z
    .object({ type: optional, wa_id: z.string().optional(), user_id: z.string().optional() })
    .optional(),
  errors: errors.optional(),
});

export const status = z.object({
  id: z.string().min(1).max(512),
  status: z.string(),
  biz_opaque_callback_data: z.string().optional(),
  errors: errors.optional(),
});

/** Messages and statuses are read one by one, so that an unreadable one takes no other along. */
export const messagesChange = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: z
    .array(
      z.object({
        profile: z.object({ name: optional, username: optional }).optional(),
        wa_id: z.string().optional(),
        user_id: z.string().optional(),
      }),
    )
    .catch([])
    .default([]),
  messages: z.array(z.unknown()).default([]),
  statuses: z.array(z.unknown()).default([]),
});

export const body = z.object({
  object: z.string(),
  entry: z
    .array(
      z.object({
        id: z.string(),
        changes: z.array(z.object({ field: z.string(), value: z.unknown() })).default([]),
      }),
    )
    .max(1000),
});

export type WhatsAppContent = z.infer<typeof content>;
export type WhatsAppMessage = z.infer<typeof message>;
export type WhatsAppStatus = z.infer<typeof status>;
export type MessagesChange = z.infer<typeof messagesChange>;
