/** Describes what agents see of a client beside a ticket. */
import { z } from "zod";
import { clientIdentity, clientRow } from "./client-profiles.ts";
import { limits } from "./limits.ts";
import { messageFile } from "./mail.ts";
import { reason } from "./reasons.ts";
import { messageTypes } from "./timeline.ts";
import { timestamp, uuid } from "./values.ts";

/** An identity is written to in its open ticket, or first; or not, with the reason. */
export const wayToWrite = z.discriminatedUnion("by", [
  z.object({ by: z.literal("ticket"), ticketid: uuid }),
  z.object({ by: z.enum(["text", "mail"]) }),
  /** `to` is the phone number, where it is known. */
  z.object({ by: z.literal("template"), to: z.string().optional() }),
  z.object({ by: z.literal("nothing"), why: reason }),
]);
export type WayToWrite = z.infer<typeof wayToWrite>;

export const panelIdentity = clientIdentity.extend({ channelid: uuid, write: wayToWrite });
export type PanelIdentity = z.infer<typeof panelIdentity>;

/**
 * An agent who sees the ticket by a mention alone gets of its client what the ticket itself shows, and tags and
 * fields.
 */
export const ticketClient = clientRow.extend({
  note: z.string().nullable(),
  emails: z.array(z.string()),
  /** The language tag that the client's provider or browser states. */
  language: z.string().nullable(),
  /** The time zone of the client's browser. */
  time_zone: z.string().nullable(),
  identities: z.array(panelIdentity),
  /** The number of tickets that the agent sees, and their mean rating to two decimals. */
  tickets: z.number().int().nonnegative(),
  rating: z.number().nullable(),
  /** The agent sees the client, and changes what is noted of them. */
  edits: z.boolean(),
});
export type TicketClient = z.infer<typeof ticketClient>;

/** An empty note removes the stored one. `before`: the note that the agent has changed; when it is another by now, the answer is 409. */
export const setClientNote = z.object({
  clientid: uuid,
  note: z.string().trim().max(limits.clientNote),
  before: z.string().max(limits.clientNote).nullable(),
});
export const clientNote = z.object({ clientid: uuid, note: z.string().nullable() });
export type ClientNote = z.infer<typeof clientNote>;

/** A file of a message. */
export const clientFile = messageFile.omit({ inline: true, state: true }).extend({
  messageid: uuid,
  ticketid: uuid,
  seq: z.number().int().positive(),
  /** The type of its message. */
  of: z.enum(messageTypes),
  created_on: timestamp,
  isagent: z.boolean(),
});
export type ClientFile = z.infer<typeof clientFile>;
export const clientFiles = z.array(clientFile);
