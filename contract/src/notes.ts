import { z } from "zod";
import { lineKinds } from "./ledger.ts";
import { limits } from "./limits.ts";
import { fileFields } from "./messages.ts";
import { priorities } from "./priorities.ts";
import { typesThat } from "./timeline.ts";
import { timestamp, uuid } from "./values.ts";

const noteType = z.enum(["text", ...typesThat("file")]);
export type NoteType = z.infer<typeof noteType>;

/** Colleagues and departments that a note mentions, by their ids. More than `limits` allow are refused with that reason. */
const ids = z.array(uuid).max(1_000).default([]);
const mentions = z.object({ agents: ids, departments: ids });
export type Mentions = z.output<typeof mentions>;

/** One of them as the note names it after an `@`. Exactly one of the two ids is there. */
export const mention = z.object({
  userid: uuid.optional(),
  departmentid: uuid.optional(),
  name: z.string(),
});
export type Mention = z.infer<typeof mention>;

/**
 * A note is a colleague's about a ticket: only agents who see it read it, and it has no number among the messages. A
 * deleted one stays as a trace, without text and file.
 */
export const note = z.object({
  noteid: uuid,
  ticketid: uuid,
  created_on: timestamp,
  /** The writer's id and name; a program has a name alone. */
  userid: uuid.nullable(),
  user_name: z.string(),
  /** Omitted unless a rule wrote it. */
  ruleid: uuid.optional(),
  type: noteType,
  content: z.string(),
  edited_on: timestamp.nullable(),
  deleted_on: timestamp.nullable(),
  /** Omitted when the note mentions nobody. */
  mentions: z.array(mention).optional(),
  ...fileFields.shape,
});
export type Note = z.infer<typeof note>;

/** An event of a ticket, as its timeline shows it. `number` is the event's among those of the ticket. */
export const eventLine = z.object({
  ticketid: uuid,
  number: z.number().int().positive(),
  /** `ticket_create`: a ticket began that was merged into this one later. */
  kind: z.enum([...lineKinds, "ticket_create"]),
  created_on: timestamp,
  /** The agent who did it; null for the desk itself. */
  userid: uuid.nullable(),
  user_name: z.string().nullable(),
  /** The department and the handler that the ticket has got; null where they stayed, or where it has none. */
  department_name: z.string().nullable(),
  handler_name: z.string().nullable(),
  /** The time at which a snooze ends by itself; null where it lasts until the client writes, and of another event. */
  until: timestamp.nullable(),
  /** The code of why a text of `writer_name` did not leave; omitted from other events. */
  reason: z.string().optional(),
  writer_name: z.string().nullable().optional(),
  /** The names of the tags that were added and removed; omitted from other events. */
  tags: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }).optional(),
  /** The priority that the ticket has got; omitted from other events. */
  priority: z.enum(priorities).optional(),
  /** The ticket that a splitting names beside this one, while it is there, and the number of messages; omitted from other events. */
  other: uuid.nullable().optional(),
  messages: z.number().int().positive().optional(),
  /** The name of the field whose value has changed; omitted from other events. */
  field: z.string().optional(),
});
export type EventLine = z.infer<typeof eventLine>;

/** `from` is included, `to` is not. Without `from` the answer goes back to the ticket's beginning. */
export const notesQuery = z.object({
  from: timestamp.optional(),
  to: timestamp.optional(),
  /** The `cursor` of the answer before. */
  cursor: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(~\d{1,9})?$/)
    .optional(),
});

/** The newest notes and event lines of the range together, at most 200; `cursor` asks for those before them. */
export const notesAnswer = z.object({
  notes: z.array(note).max(limits.notesPage),
  lines: z.array(eventLine).max(limits.notesPage),
  cursor: z.string().nullable(),
});
export type NotesAnswer = z.infer<typeof notesAnswer>;

export const noteContent = z.string().trim().min(1).max(limits.messageText);

export const writeNote = z.object({
  ticketid: uuid,
  content: noteContent,
  /** The id is made by the writer, so that a repeat changes nothing. */
  noteid: uuid.optional(),
  mentions: mentions.optional(),
});
export type WriteNote = z.input<typeof writeNote>;

/** A form's fields are texts: it has its mentions as JSON. */
const mentionsAsText = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue("must be JSON");
      return z.NEVER;
    }
  })
  .pipe(mentions);

/** The text fields beside `file` in the multipart body. Fields come before the file. */
export const sendNoteFile = z.object({
  ticketid: uuid,
  noteid: uuid.optional(),
  content: z.string().trim().max(limits.messageText).default(""),
  mentions: mentionsAsText.optional(),
});

/** A note that is edited without `mentions` keeps those it has. */
export const editNote = z.object({
  ticketid: uuid,
  noteid: uuid,
  content: noteContent,
  mentions: mentions.optional(),
});
export const deleteNote = z.object({ ticketid: uuid, noteid: uuid });

/** An agent's unsent note in a ticket, beside their unsent message. */
export const noteDraft = z.object({ ticketid: uuid, content: z.string(), updated_on: timestamp });
export type NoteDraft = z.infer<typeof noteDraft>;
export const noteDrafts = z.array(noteDraft).max(limits.draftsListed);

/** An empty `content` removes the draft. `tab` is an id by which the writer recognises their own change. */
export const saveNoteDraft = z.object({
  ticketid: uuid,
  content: z.string().max(limits.messageText),
  tab: uuid.optional(),
});
export const noteDraftChange = noteDraft.extend({ tab: uuid.optional() });
export type NoteDraftChange = z.infer<typeof noteDraftChange>;
