/** Bubbles that administrators share with a department or the company. One with actions is a macro. */
import { z } from "zod";
import { bubbleLanguages } from "./bubble-languages.ts";
import { bubble } from "./bubbles.ts";
import { limits } from "./limits.ts";
import { message, sendMessage } from "./messages.ts";
import { reason } from "./reasons.ts";
import { priority, snoozeChoice, ticket } from "./tickets.ts";
import { timestamp, uuid } from "./values.ts";

/** The changes of tickets that a macro may make, in the order in which it makes them. A further kind is a line here and there. */
export const macroKinds = ["tag", "priority", "snooze", "move", "close"] as const;
export type MacroKind = (typeof macroKinds)[number];

const tagids = z.array(uuid).max(limits.tagsPerTicket);

export const macroAction = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("tag"), add: tagids, remove: tagids }),
  z.object({ kind: z.literal("priority"), priority }),
  z.object({ kind: z.literal("snooze"), until: snoozeChoice }),
  /** Without an agent the ticket waits in the department to be accepted. */
  z.object({ kind: z.literal("move"), newDepartment: uuid, newUser: uuid.optional() }),
  z.object({ kind: z.literal("close"), silently: z.boolean() }),
]);
export type MacroAction = z.infer<typeof macroAction>;

/** Each kind once. A closed ticket is neither snoozed nor moved. */
const macroActions = z
  .array(macroAction)
  .max(macroKinds.length)
  .refine((actions) => new Set(actions.map(({ kind }) => kind)).size === actions.length, "a kind twice")
  .refine(
    (actions) => actions.every((one) => one.kind !== "tag" || one.add.length + one.remove.length > 0),
    "no tag",
  )
  .refine(
    (actions) =>
      !actions.some(({ kind }) => kind === "close") ||
      actions.every(({ kind }) => /^(tag|priority|close)$/.test(kind)),
    "closing goes with tags and priority alone",
  )
  .transform((actions) =>
    actions.toSorted((one, other) => macroKinds.indexOf(one.kind) - macroKinds.indexOf(other.kind)),
  );

export const bubbleFile = z.object({
  fileid: uuid,
  name: z.string(),
  size: z.number().int(),
  type: z.string(),
  /** Null when its bytes are gone. */
  path: z.string().nullable(),
});
export type BubbleFile = z.infer<typeof bubbleFile>;

const language = z.enum(bubbleLanguages);

export const sharedBubble = bubble.extend({
  /** Null: it is shared with the company. */
  departmentid: uuid.nullable(),
  /** Empty: in none. */
  folder: z.string(),
  language: language.nullable(),
  actions: z.array(macroAction),
  files: z.array(bubbleFile).max(limits.bubbleFiles),
  uses: z.number().int().nonnegative(),
  updated_on: timestamp,
});
export type SharedBubble = z.infer<typeof sharedBubble>;

const folder = z
  .string()
  .trim()
  .max(limits.bubbleFolder)
  .regex(/^[^\n\r\t]*$/);

/**
 * `ticketid`: bubbles in the language of its client come first. `sort`: by how well the phrase fits, or by folder and
 * name.
 */
export const sharedBubbleQuery = z.object({
  phrase: z.string().trim().max(limits.searchKeyword).default(""),
  folder: folder.optional(),
  departmentid: z.union([uuid, z.literal("company")]).optional(),
  ticketid: uuid.optional(),
  sort: z.enum(["fit", "name"]).default("fit"),
  offset: z.coerce.number().int().min(0).max(limits.sharedBubbles).default(0),
  limit: z.coerce.number().int().min(1).max(limits.sharedBubblesPage).default(limits.sharedBubblesPage),
});

/** `total` counts what matches. `language`: the client's, where it is known. */
export const sharedBubbles = z.object({
  bubbles: z.array(sharedBubble).max(limits.sharedBubblesPage),
  total: z.number().int().nonnegative(),
  language: z.string().nullable(),
});
export type SharedBubbles = z.infer<typeof sharedBubbles>;

export const bubbleFolders = z.array(z.object({ folder: z.string(), bubbles: z.number().int().positive() }));

const words = {
  departmentid: uuid.nullable().default(null),
  folder: folder.default(""),
  name: z
    .string()
    .trim()
    .min(1)
    .max(limits.bubbleName)
    .regex(/^[^\n\r\t]*$/),
  /** It may be empty beside an action or a file. */
  content: z.string().trim().max(limits.messageText).default(""),
  language: language.nullable().default(null),
  actions: macroActions.default([]),
};
export const createSharedBubble = z.object(words);
/** The whole bubble is replaced, but for its files. */
export const updateSharedBubble = z.object({ bubbleid: uuid, ...words });
export type SharedWords = z.output<typeof createSharedBubble>;
export const namedBubble = z.object({ bubbleid: uuid });
export const removeBubbleFile = z.object({ bubbleid: uuid, fileid: uuid });

/** With a faulty line nothing is imported. A bubble of the same place, folder, name and language gets the text. */
export const importedBubbles = z.object({
  created: z.number().int().nonnegative(),
  updated: z.number().int().nonnegative(),
  faults: z.array(z.object({ line: z.number().int().positive(), reason })).max(limits.importFaults),
  /** True if there are more faults than are listed. */
  more: z.boolean(),
});
export type ImportedBubbles = z.infer<typeof importedBubbles>;

/**
 * `runid` is made by the caller, so that a repeat changes nothing. `updated_on`: of the bubble that the agent saw.
 * `message` is sent before the actions, by the rules of any reply; all or nothing is done.
 */
export const runMacro = z.object({
  runid: uuid,
  bubbleid: uuid,
  updated_on: timestamp,
  ticketid: uuid,
  message: sendMessage
    .pick({ content: true, messageid: true, originalMessageId: true, seenSeq: true })
    .optional(),
});
export const macroRun = z.object({ runid: uuid, ticket, message: message.nullable() });
export type MacroRun = z.infer<typeof macroRun>;

export const undoMacro = z.object({ runid: uuid });
/** `left`: what could not be undone, since it was changed meanwhile. */
export const undoneMacro = z.object({ ticket, left: z.array(z.enum(macroKinds)) });
export type UndoneMacro = z.infer<typeof undoneMacro>;
