/** A gateway is a company's own system, at which clients write and read. It hands in messages and receipts. */
import { z } from "zod";
import { contentKinds } from "./channel-declaration.ts";
import { programLimits } from "./program-limits.ts";

/** A gateway's own id of a client, a thread or a message. */
const ownId = z.string().trim().min(1).max(200);
const address = z.url({ protocol: /^https?$/ }).max(2_000);

const file = z
  .strictObject({
    url: address.describe("Where Parley fetches it, once: https and public."),
    name: z.string().trim().min(1).max(255).describe("The file's name."),
    type: z.string().max(100).optional().describe("Its media type; the content decides in the end."),
  })
  .describe("A file of the message.");

export const gatewayMessage = z.strictObject({
  id: ownId.describe("Your id of the message, unique within the channel."),
  from: z
    .strictObject({
      id: ownId.describe("Your id of the client: a phone number, an account."),
      name: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .describe("The client's name; the id where it is left out."),
      language: z.string().max(35).optional().describe("The client's language, as `en` or `pt-BR`."),
      country: z
        .string()
        .regex(/^[A-Za-z]{2}$/)
        .optional()
        .describe("The client's country, two letters of ISO 3166-1."),
    })
    .describe("The client."),
  thread: ownId
    .optional()
    .describe("The conversation, where a client has several at once; each has a ticket of its own."),
  text: z
    .string()
    .max(programLimits.gatewayText)
    .default("")
    .describe("The text, or the caption of the first file."),
  files: z
    .array(file)
    .max(programLimits.gatewayFiles)
    .default([])
    .describe("Its files; each becomes a message."),
  location: z
    .strictObject({
      latitude: z.number().min(-90).max(90).describe("In degrees."),
      longitude: z.number().min(-180).max(180).describe("In degrees."),
    })
    .optional()
    .describe("A place, in a message without text and files."),
  quotes: ownId.optional().describe("The id of the message that it answers, yours or Parley's."),
});
export type GatewayMessage = z.output<typeof gatewayMessage>;

export const handedIn = z
  .object({
    id: z.uuid().nullable().describe("The message's id; null where it was not kept, as of a blocked client."),
    ticket_id: z.uuid().nullable().describe("The ticket that it came into."),
  })
  .describe("What became of a message that was handed in.");
export type HandedIn = z.infer<typeof handedIn>;

export const gatewayReceipt = z.strictObject({
  id: ownId.describe("The id of the message, as `message.id` named it."),
  status: z.enum(["sent", "delivered", "read", "failed"]).describe("How far it came; it never goes back."),
  reason: z.string().trim().min(1).max(500).optional().describe("Why it failed, for the agent who wrote it."),
});
export type GatewayReceipt = z.output<typeof gatewayReceipt>;

/** The body of `channel_message`, which the desk posts to a gateway. */
export const gatewayDelivery = z.object({
  type: z.literal("channel_message"),
  /** The desk's channel, and the address below which messages and receipts are handed in. */
  channel: z.object({ id: z.uuid(), name: z.string(), url: z.url() }),
  to: z.string(),
  thread: z.string(),
  message: z.object({
    id: z.uuid(),
    kind: z.enum(contentKinds),
    text: z.string(),
    file: z.object({ name: z.string(), type: z.string(), size: z.number(), url: z.url() }).nullable(),
    location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
    quotes: z.string().nullable(),
  }),
});
export type GatewayDelivery = z.infer<typeof gatewayDelivery>;
