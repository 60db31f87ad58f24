/** The fields of a webhook's body that Parley reads (developers.facebook.com/documentation/business-messaging/whatsapp/webhooks). */
import { loose, saidWords, words } from "@parley/contract/said";
import { z } from "zod";

const optional = loose(words);
/** The id of a person or a group. */
const personId = loose(words.pipe(z.string().trim().min(1).max(200)));

const media = z.object({
  id: z.string(),
  mime_type: optional,
  caption: optional,
  filename: optional,
  voice: loose(z.boolean()),
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
    error_data: loose(z.object({ details: optional })),
  }),
);

/** A message without the fields of its type is of a kind that Parley does not read. */
const content = z.object({
  type: z.string(),
  text: loose(z.object({ body: words })),
  image: loose(media),
  video: loose(media),
  audio: loose(media),
  document: loose(media),
  sticker: loose(media),
  location: loose(
    z.object({ latitude: z.number(), longitude: z.number(), name: optional, address: optional }),
  ),
  contacts: loose(z.array(sharedContact)),
  button: loose(z.object({ text: words })),
  interactive: loose(
    z.object({
      button_reply: loose(choice),
      list_reply: loose(choice),
      nfm_reply: loose(z.object({ body: optional })),
    }),
  ),
  order: loose(
    z.object({
      text: optional,
      product_items: z
        .array(z.object({ product_retailer_id: words, quantity: z.coerce.number().optional() }))
        .optional(),
    }),
  ),
});

export const message = content.extend({
  id: z.string().min(1).max(512),
  timestamp: z.coerce.number().positive().max(10_000_000_000),
  from: personId,
  from_user_id: personId,
  group_id: personId,
  context: loose(z.object({ id: z.string() })),
  reaction: z.object({ message_id: z.string(), emoji: optional }).optional(),
  edit: z.object({ original_message_id: z.string(), message: content }).optional(),
  revoke: z.object({ original_message_id: z.string() }).optional(),
  system: loose(z.object({ type: optional, wa_id: personId, user_id: personId })),
  errors: loose(errors),
});

export const status = z.object({
  id: z.string().min(1).max(512),
  status: z.string(),
  biz_opaque_callback_data: loose(z.string()),
  errors: loose(errors),
});

/** Messages and statuses are read one by one, so that an unreadable one loses no other. */
export const messagesChange = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: z
    .array(
      z
        .object({
          profile: loose(z.object({ name: saidWords(200), username: saidWords(200) })),
          wa_id: personId,
          user_id: personId,
        })
        .catch({}),
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
