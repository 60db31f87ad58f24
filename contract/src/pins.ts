import { z } from "zod";
import { limits } from "./limits.ts";
import { messageType } from "./messages.ts";
import { createdOnHint, timestamp, uuid } from "./values.ts";

/** A pinned message, the same for everyone who sees its ticket. */
export const pin = z.object({
  ticketid: uuid,
  messageid: uuid,
  /** The author's id and name. */
  agentid: uuid,
  username: z.string(),
  clientid: uuid,
  /** The time of the message. */
  created_on: timestamp,
  seq: z.number().int().positive(),
  type: messageType,
  /** The text or the caption; a location's JSON. */
  content: z.string(),
  fileName: z.string().nullable(),
  isagent: z.boolean(),
  /** The agent's name when an agent wrote the message. */
  created_by_name: z.string().nullable(),
  pinned_on: timestamp,
});
export type Pin = z.infer<typeof pin>;

export const pins = z.array(pin).max(limits.pinsPerTicket);

/** The message's id is enough; the specification's client sends further fields, which the server ignores. */
export const pinMessage = z.object({ messageid: uuid, ticket_created_on: createdOnHint.optional() });

/** The pin is named by its time, which identifies it within a ticket. */
export const unpinMessage = z.object({
  createdOn: createdOnHint,
  ticket_created_on: createdOnHint.optional(),
});

export const unpinned = z.object({ ticketid: uuid, messageid: uuid, createdOn: timestamp });
