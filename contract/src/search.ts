/** The search over everything that an agent may see. */
import { z } from "zod";
import { clientRow } from "./client-profiles.ts";
import { limits } from "./limits.ts";
import { searchKinds } from "./search-query.ts";
import { ticket } from "./tickets.ts";
import { timestamp, uuid } from "./values.ts";

export const searchKind = z.enum(searchKinds);

/** Without `kind` the first few of each kind are answered; with it a page of that kind, behind `cursor`. */
export const everythingQuery = z.object({
  q: z.string().trim().min(1).max(limits.searchKeyword),
  kind: searchKind.optional(),
  cursor: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z~[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    .optional(),
});

/** The text in which the words were found. */
export const foundPlace = z.enum([
  "text",
  "subject",
  "from",
  "to",
  "cc",
  "bcc",
  "file",
  "client",
  "number",
  "address",
  "id",
]);
export type FoundPlace = z.infer<typeof foundPlace>;

/**
 * One result. `text` is an excerpt, as plain text, and `marks` are the words in it, ascending: positions in UTF-16 units,
 * `to` after the last one.
 */
export const hit = z.object({
  kind: searchKind,
  /** The id of the ticket, client, message, note or file. */
  id: uuid,
  created_on: timestamp,
  place: foundPlace,
  text: z.string(),
  marks: z.array(z.object({ from: z.number().int(), to: z.number().int() })),
  /** The writer's name. Null without a writer, or for a client without a name. */
  author: z.string().nullable(),
  isagent: z.boolean(),
  /** The message to open the ticket at: the hit's own, or the last before a note. Null: the ticket's end. */
  seq: z.number().int().nullable(),
  messageid: uuid.nullable(),
  /** The note to open the ticket at. */
  noteid: uuid.nullable(),
  /** The ticket it is in; null of a client. */
  ticket: ticket.nullable(),
  client: clientRow.nullable(),
});
export type Hit = z.infer<typeof hit>;

/**
 * Results of one kind, the newest first. `cursor` asks for those behind them; null where there are none. `bounded`: no
 * words were given, and only the newest tickets were looked through.
 */
export const hits = z.object({
  kind: searchKind,
  hits: z.array(hit).max(limits.searchPage),
  cursor: z.string().nullable(),
  bounded: z.boolean(),
});
export type Hits = z.infer<typeof hits>;

export const everythingAnswer = z.object({ groups: z.array(hits) });
export type EverythingAnswer = z.infer<typeof everythingAnswer>;
