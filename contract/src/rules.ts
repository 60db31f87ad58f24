/** Rules: when something happens in a ticket, or did not for a time, and a condition holds, the desk changes the ticket. */
import { z } from "zod";
import { ruleCondition, storedCondition } from "./conditions/shape.ts";
import { fieldValue } from "./field-values.ts";
import { limits } from "./limits.ts";
import { noteContent } from "./notes.ts";
import { reason } from "./reasons.ts";
import {
  ruleActionKinds,
  ruleEventNames,
  ruleGone,
  ruleLimits,
  ruleNotified,
  ruleOutcomes,
  ruleWaits,
} from "./rule-words.ts";
import { priority, snoozeChoice } from "./tickets.ts";
import { timestamp, uuid } from "./values.ts";

const event = z.enum(
  ruleEventNames as [string, ...string[]] as [
    (typeof ruleEventNames)[number],
    ...(typeof ruleEventNames)[number][],
  ],
);
const wait = z.enum(ruleWaits);

/**
 * `in_hours`: only the time in which the ticket's department is open counts. The minutes before a goal are those of the
 * clock on the wall.
 */
export const ruleWhen = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("event"),
    events: z.array(event).min(1).max(ruleEventNames.length),
  }),
  z.strictObject({
    kind: z.literal("wait"),
    wait,
    minutes: z.number().int().min(1).max(ruleLimits.minutes),
    in_hours: z.boolean(),
  }),
]);
export type RuleWhen = z.infer<typeof ruleWhen>;

const tagids = z.array(uuid).max(limits.tagsPerTicket);

export const ruleAction = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("tag"), add: tagids, remove: tagids }),
  /** Null empties the field. */
  z.strictObject({ kind: z.literal("field"), fieldid: uuid, value: fieldValue.nullable() }),
  z.strictObject({ kind: z.literal("priority"), priority }),
  /** The ticket waits in the department to be accepted. */
  z.strictObject({ kind: z.literal("move"), departmentid: uuid }),
  /** The agent becomes its handler; refused for one who does not see the ticket's department. */
  z.strictObject({ kind: z.literal("assign"), userid: uuid }),
  z.strictObject({ kind: z.literal("note"), content: noteContent }),
  z.strictObject({
    kind: z.literal("notify"),
    to: z.enum(ruleNotified),
    userids: z.array(uuid).max(ruleLimits.notified),
  }),
  /** The event of the rule's run is sent to the webhook. */
  z.strictObject({ kind: z.literal("webhook"), webhookid: uuid }),
  /** A shared bubble's text goes to the client. It counts as no answer. */
  z.strictObject({ kind: z.literal("send"), bubbleid: uuid }),
  z.strictObject({ kind: z.literal("snooze"), until: snoozeChoice }),
  z.strictObject({ kind: z.literal("close"), silently: z.boolean() }),
]);
export type RuleAction = z.infer<typeof ruleAction>;

/** Fields may be several, any other kind is there once. A closed ticket is neither moved nor snoozed. */
const ruleActions = z
  .array(ruleAction)
  .min(1)
  .max(ruleLimits.actions)
  .superRefine((actions, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", message });
    const keys = actions.map((one) => (one.kind === "field" ? one.fieldid : one.kind));
    if (new Set(keys).size < keys.length) refuse("the same change twice");
    for (const one of actions) {
      if (one.kind === "tag" && one.add.length + one.remove.length === 0) refuse("no tag");
      if (one.kind === "notify" && (one.to === "agents") !== one.userids.length > 0)
        refuse("userids go with agents");
    }
    const kinds = new Set(actions.map(({ kind }) => kind));
    if (kinds.has("close") && kinds.has("snooze")) refuse("a closed ticket is not snoozed");
  })
  .transform((actions) =>
    actions.toSorted((one, other) => ruleActionKinds.indexOf(one.kind) - ruleActionKinds.indexOf(other.kind)),
  );

const name = z
  .string()
  .trim()
  .min(1)
  .max(ruleLimits.name)
  .regex(/^[^\n\r\t]*$/);

const settings = {
  name,
  enabled: z.boolean(),
  /** Null means every department. */
  departmentids: z.array(uuid).min(1).max(limits.furtherDepartments).nullable(),
  when: ruleWhen,
  condition: ruleCondition,
  actions: ruleActions,
  /** No rule after it is asked about the same event once it has run. */
  stops: z.boolean(),
};
export const createRule = z.strictObject(settings);
export type RuleSettings = z.output<typeof createRule>;
export type EnteredRule = z.input<typeof createRule>;
/** `version`: the one that was changed; refused when it is not the newest any more. */
export const updateRule = createRule.extend({ ruleid: uuid, version: z.number().int().positive() });
export type UpdateRule = z.output<typeof updateRule>;

const stored = {
  ruleid: uuid,
  version: z.number().int().positive(),
  name: z.string(),
  departmentids: z.array(uuid).nullable(),
  when: ruleWhen,
  condition: storedCondition,
  actions: z.array(ruleAction),
  stops: z.boolean(),
};

/** A thing that a rule names. `gone`: it was deleted. */
const referred = z.object({ id: z.string(), name: z.string().nullable(), gone: z.boolean() });

export const rule = z.object({
  ...stored,
  enabled: z.boolean(),
  /** The desk switched it off, since this is gone. */
  off: z.object({ gone: z.enum(ruleGone), name: z.string() }).nullable(),
  refers: z.array(referred),
  /** The runs of the last 30 days, and the last one. */
  runs: z.number().int().nonnegative(),
  ran_on: timestamp.nullable(),
  changed_on: timestamp,
  changed_by_name: z.string(),
});
export type Rule = z.infer<typeof rule>;

/** Rules stand in the order in which they are asked. `time_zone`: the wall clock of dates. */
export const ruleList = z.object({ rules: z.array(rule).max(ruleLimits.perCompany), time_zone: z.string() });
export type RuleList = z.infer<typeof ruleList>;

export const byRule = z.object({ ruleid: uuid });
export const switchRule = byRule.extend({ enabled: z.boolean() });
export const orderRules = z.object({ ruleids: z.array(uuid).max(ruleLimits.perCompany) });

/** The newest first. */
export const ruleVersions = z.object({
  versions: z
    .array(z.object({ ...stored, changed_on: timestamp, changed_by_name: z.string() }))
    .max(ruleLimits.versions),
});
export type RuleVersions = z.infer<typeof ruleVersions>;
/** The rule gets the settings of an earlier version, as a new one. */
export const undoRule = byRule.extend({ version: z.number().int().positive() });

/** A leaf of a condition by its place in the tree. `seen`: the value that it saw; omitted for texts of clients. */
export const judgedLeaf = z.object({
  place: z.array(z.number().int().nonnegative()),
  holds: z.boolean(),
  seen: z
    .union([z.string(), z.array(z.string()), z.number(), z.boolean()])
    .nullable()
    .optional(),
});
export type JudgedLeaf = z.infer<typeof judgedLeaf>;

/** `ruleid` names the version before where a change is tried. */
export const tryRule = createRule.omit({ enabled: true }).extend({ ruleid: uuid.optional() });
export type TryRule = z.output<typeof tryRule>;

const tried = z.object({
  ticketid: uuid,
  short_id: z.string(),
  client_name: z.string(),
  subject: z.string().optional(),
  departmentid: uuid,
  department_name: z.string(),
  updated_on: timestamp,
  /** `ran` where it would change the ticket, else the reason why it would not. */
  outcome: z.enum(ruleOutcomes),
  /** The leaves that decided. */
  leaves: z.array(judgedLeaf),
  /** The actions that would change the ticket; one that leaves it as it is is not named. */
  changes: z.array(z.enum(ruleActionKinds)),
  /** The outcome of the version before; omitted without one. */
  before: z.enum(ruleOutcomes).optional(),
});
/** `heard`: of so many of the tickets something happened that the rule hears. Only those are listed. */
export const triedRule = z.object({
  tickets: z.number().int().nonnegative(),
  heard: z.number().int().nonnegative(),
  ran: z.number().int().nonnegative(),
  listed: z.array(tried).max(ruleLimits.tried),
});
export type TriedRule = z.infer<typeof triedRule>;

/** The outcomes of the rules for one event, or for a wait, of a ticket. */
export const judgement = z.object({
  time: timestamp,
  event: event.nullable(),
  wait: wait.nullable(),
  rules: z.array(
    z.object({
      ruleid: uuid,
      version: z.number().int().positive(),
      outcome: z.enum(ruleOutcomes),
      /** The leaves that decided. */
      leaves: z.array(judgedLeaf),
      /** The reason for which a change was refused. */
      reason: reason.nullable(),
    }),
  ),
});
export type Judgement = z.infer<typeof judgement>;

export const explainQuery = z.object({
  /** The `before` of the answer before. */
  before: z
    .string()
    .max(60)
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~[\dw:]{1,20}$/)
    .optional(),
});
/**
 * The newest judgements first, of the last 30 days. `versions`: the rules as they were then, and each rule as it is now,
 * so that one which was never asked shows what it hears.
 */
export const ticketRules = z.object({
  judgements: z.array(judgement).max(ruleLimits.shown),
  before: z.string().nullable(),
  versions: z.array(
    z.object({ ...stored, now: z.boolean(), enabled: z.boolean(), refers: z.array(referred) }),
  ),
});
export type TicketRules = z.infer<typeof ticketRules>;
