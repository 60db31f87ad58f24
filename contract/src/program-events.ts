/** The ledger's events as programs read them. Kinds are only ever added. */
import { z } from "zod";
import { subjectTypes } from "./ledger.ts";
import { programEventTypes } from "./program-event-kinds.ts";
import { programLimits } from "./program-limits.ts";
import { programClient, programMessage, programNote, programTicket } from "./programs.ts";

export {
  abilityOfEvent,
  type ProgramEventType,
  programEventTypes,
  readsTickets,
} from "./program-event-kinds.ts";

const types = z
  .string()
  .max(2_000)
  .transform((list) => list.split(","))
  .pipe(z.array(z.enum(programEventTypes)).max(programEventTypes.length))
  .optional()
  .describe("The types to read, separated by commas; all that the key may see when omitted.");

export const programEventQuery = z.strictObject({
  after: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe(
      "The cursor to go on from; `now` answers that of the newest event. The oldest event when omitted.",
    ),
  types,
  wait: z.coerce
    .number()
    .int()
    .min(0)
    .max(programLimits.programEventWait)
    .default(0)
    .describe("Seconds to wait for an event where there is none yet."),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(programLimits.programPage)
    .default(programLimits.programPage)
    .describe("The most events of the answer."),
});

const id = z.uuid();

export const programEvent = z
  .object({
    id: z
      .string()
      .describe("The id: the subject and its number there. It stays the same wherever the event is sent."),
    cursor: z.string().describe("The cursor behind this event."),
    type: z.enum(programEventTypes).describe("What happened."),
    time: z.iso.datetime().describe("When it happened. RFC 3339, in UTC."),
    actor: z
      .object({
        kind: z.enum(["agent", "client", "desk", "program", "rule"]).describe("`desk` is Parley itself."),
        id: id.nullable().describe("The id of the agent, the client or the key."),
      })
      .describe("Who did it."),
    subject: z
      .object({
        type: z.enum(subjectTypes).describe("What it happened to."),
        id: id.describe("The subject's id."),
        number: z.number().int().min(1).describe("The event's number among the subject's: 1, 2, 3 …"),
      })
      .describe("What it happened to."),
    facts: z
      .record(z.string(), z.unknown())
      .describe(
        "Ids, codes and numbers of what happened, by name: the message, the handler before and after.",
      ),
    ticket: programTicket.nullable().optional().describe("The ticket as it is now; null once it is gone."),
    message: programMessage.nullable().optional().describe("The message as it is now; null once it is gone."),
    note: programNote.nullable().optional().describe("The note as it is now; null once it is gone."),
    client: programClient
      .nullable()
      .optional()
      .describe("The client as they are now; null once they are gone."),
  })
  .describe("Something that happened. It is sent at least once, in order.");
export type ProgramEvent = z.infer<typeof programEvent>;

export const programEventPage = z.object({
  data: z.array(programEvent).max(programLimits.programPage).describe("The events, the oldest first."),
  next: z.string().describe("The cursor for the next call, also where there is no event."),
  more: z.boolean().describe("True where further events may be there already."),
});
export type ProgramEventPage = z.infer<typeof programEventPage>;
