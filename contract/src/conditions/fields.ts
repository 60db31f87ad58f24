/**
 * The fields that a leaf may ask for: one row each, with its type and where a condition may use it. The rules of every
 * leaf, which the evaluator and the SQL follow alike:
 *
 * - **Null**: a leaf is true or false, never unknown. Of a field without a value it is false, save `none_of`, which is
 *   the opposite of `one_of`. `not` turns the answer round, so "not: rating at least 1" finds tickets without a rating.
 * - **Several values**: `one_of` holds if one of the ticket's tags is among the values, `none_of` if none is.
 * - **Text** is compared without case and accents (`fold`).
 * - **Numbers** are whole, those of custom fields decimal.
 * - **Ranks**: `at_least` and `at_most` go by the order of the choices, which ascend.
 * - **Times**: `before` and `from` name a date, or a date and a time, on the company's wall clock; of a time that is shown
 *   twice the first is meant, of one that is left out the end of the gap. `longer_ago` and `within` measure from now;
 *   exactly so long ago is `longer_ago`.
 * - **Deadlines** lie ahead or have passed: `ends_within` is from now on until so much later; `is` has the values `overdue`, from
 *   the moment itself on, or `none`, where there is none.
 * - **Dates** are days without a time. `today` is the day of the company's wall clock.
 * - `me` is the reader. Where nobody reads, as in a rule, it is no agent.
 */
import type { FieldValue } from "../field-values.ts";
import { platforms } from "../platforms.ts";
import { priorities } from "../priorities.ts";
import { stages } from "../stages.ts";
import type { Ticket } from "../tickets.ts";
import { waitsForClient } from "../waits-for-client.ts";
import { unacceptedSince, unansweredSince } from "../waits-since.ts";
import { type CustomField, customFieldOf } from "./custom-fields.ts";
import { deadlineWords, me, nobody, type Operator } from "./tree.ts";

/**
 * A view reads open tickets; a search closed ones too. A rule has no reader. `client` is a condition on clients. A goal asks for
 * nothing that time alone, or each message, changes.
 */
export const uses = ["view", "search", "rule", "client", "goal"] as const;
export type Use = (typeof uses)[number];

/** The value that each type of field has. Times are ISO 8601 in UTC with milliseconds. */
type Values = {
  choice: string | null;
  /** A choice among those that have an order. */
  rank: string;
  /** The id of one thing, or a word that stands for it. */
  reference: string | null;
  references: readonly string[];
  yes_no: boolean | null;
  number: number | null;
  decimal: number | null;
  time: string | null;
  /** A time that may lie ahead. */
  deadline: string | null;
  /** It is written like `2026-03-29`. */
  date: string | null;
  text: string | null;
};
export type FieldType = keyof Values;

export const operatorsOf = {
  choice: ["is", "one_of", "none_of"],
  rank: ["is", "one_of", "at_least", "at_most"],
  reference: ["is", "one_of", "none_of"],
  references: ["one_of", "none_of"],
  yes_no: ["is"],
  number: ["is", "at_least", "at_most"],
  decimal: ["is", "at_least", "at_most"],
  time: ["longer_ago", "within", "before", "from"],
  deadline: ["ends_within", "is"],
  date: ["is", "before", "from"],
  text: ["contains", "is"],
} as const satisfies Record<FieldType, readonly Operator[]>;

/** `choice`: of a custom field. */
export type Referred = "agent" | "department" | "channel" | "tag" | "organisation" | "choice";

/** A yes or no may change with time alone, so it is read at a moment, in milliseconds. */
type Read<Type extends FieldType> = Type extends "yes_no"
  ? (ticket: Ticket, now: number) => Values[Type]
  : (ticket: Ticket) => Values[Type];

type FieldOf<Type extends FieldType> = {
  type: Type;
  uses: readonly Use[];
  read: Read<Type>;
  /** Values of a choice or a rank. */
  choices?: readonly string[];
  /** Choices that only a closed ticket has, which no view finds. */
  ofClosed?: readonly string[];
  /** The moment at which time alone changes what is read. */
  changesOn?: (ticket: Ticket) => string | null;
  /** The kind of thing that a reference names, and the words beside ids. */
  refers?: Referred;
  words?: readonly string[];
};
export type Field = { [Type in FieldType]: FieldOf<Type> }[FieldType];

/** A condition on tickets may use it. */
const everywhere = ["view", "search", "rule"] as const;
const lasting = [...everywhere, "goal"] as const;
const ofClients = uses;
const closedToo = ["search", "rule"] as const;

export const fields = {
  stage: {
    type: "choice",
    uses: everywhere,
    choices: stages,
    ofClosed: ["closed"],
    read: ({ stage }) => stage,
  },
  handler: {
    type: "reference",
    uses: everywhere,
    refers: "agent",
    words: [me, nobody],
    read: ({ userid }) => userid ?? nobody,
  },
  department: {
    type: "reference",
    uses: lasting,
    refers: "department",
    read: ({ departmentid }) => departmentid,
  },
  platform: { type: "choice", uses: lasting, choices: platforms, read: ({ platform }) => platform },
  channel: {
    type: "reference",
    uses: lasting,
    refers: "channel",
    read: ({ channel }) => channel.channelid,
  },
  priority: {
    type: "rank",
    uses: lasting,
    choices: priorities,
    read: ({ priority }) => priority ?? "normal",
  },
  tags: { type: "references", uses: lasting, refers: "tag", read: ({ tags }) => tags ?? [] },
  client_tags: {
    type: "references",
    uses: ofClients,
    refers: "tag",
    read: ({ client_tags }) => client_tags ?? [],
  },
  /** That of its client. */
  organisation: {
    type: "reference",
    uses: ofClients,
    refers: "organisation",
    read: ({ organisation }) => organisation ?? null,
  },
  waits_for_client: { type: "yes_no", uses: everywhere, read: waitsForClient },
  /** Since the client's first message that no agent has answered. */
  unanswered_since: { type: "time", uses: everywhere, read: unansweredSince },
  /** Since the ticket came or was reopened, where nobody has accepted it. */
  unaccepted_since: { type: "time", uses: everywhere, read: unacceptedSince },
  updated_on: { type: "time", uses: everywhere, read: ({ updated_on }) => updated_on },
  created_on: { type: "time", uses: everywhere, read: ({ created_on }) => created_on },
  closed_on: { type: "time", uses: closedToo, read: ({ closed_on }) => closed_on },
  /** The response goal that is due first. */
  due: {
    type: "deadline",
    uses: everywhere,
    words: deadlineWords,
    read: ({ due }) => due?.on ?? null,
  },
  /** From the due moment on, also before the desk has noted it. */
  goal_missed: {
    type: "yes_no",
    uses: everywhere,
    read: ({ goal_missed, due }, now) => goal_missed === true || (due ? Date.parse(due.on) <= now : false),
    changesOn: ({ goal_missed, due }) => (goal_missed ? null : (due?.on ?? null)),
  },
  snoozed: { type: "yes_no", uses: everywhere, read: ({ snoozed }) => snoozed !== undefined },
  failed: { type: "yes_no", uses: everywhere, read: ({ failed }) => failed === true },
  spam: { type: "yes_no", uses: closedToo, read: ({ spam }) => spam !== undefined },
  /** The client's messages that the reader has not seen. */
  unread: { type: "number", uses: ["view", "search"], read: ({ unread }) => unread },
  rating: { type: "number", uses: everywhere, read: ({ rating }) => rating },
  subject: { type: "text", uses: everywhere, read: ({ subject }) => subject ?? null },
  client_name: { type: "text", uses: ofClients, read: ({ client_name }) => client_name },
  client_number: { type: "text", uses: ofClients, read: ({ account_number }) => account_number },
} as const satisfies Record<string, Field>;

export type FieldName = keyof typeof fields;
export const fieldNames = Object.keys(fields) as FieldName[];

export const isFieldName = (name: string): name is FieldName => Object.hasOwn(fields, name);

/** Undefined for a name that no field has. A custom field that was deleted has no values any more. */
export function fieldOf(name: string): Field | undefined {
  if (isFieldName(name)) return fields[name];
  const custom = customFieldOf(name);
  return custom ? fieldOfCustom(custom) : undefined;
}

const valuesIn = {
  ticket: "fields",
  client: "client_fields",
  organisation: "organisation_fields",
} as const satisfies Record<CustomField["owner"], keyof Ticket>;

function fieldOfCustom({ owner, type, id }: CustomField): Field {
  const read = (ticket: Ticket): FieldValue | undefined => ticket[valuesIn[owner]]?.[id];
  const text = (ticket: Ticket) => (read(ticket) as string | undefined) ?? null;
  const number = (ticket: Ticket) => (read(ticket) as number | undefined) ?? null;
  const yesNo = (ticket: Ticket) => (read(ticket) as boolean | undefined) ?? null;
  const askedIn = owner === "ticket" ? lasting : ofClients;
  switch (type) {
    case "text":
    case "link":
      return { type: "text", uses: askedIn, read: text };
    case "number":
      return { type: "decimal", uses: askedIn, read: number };
    case "date":
      return { type: "date", uses: askedIn, read: text };
    case "choice":
      return { type: "reference", uses: askedIn, refers: "choice", read: text };
    case "yes_no":
      return { type: "yes_no", uses: askedIn, read: yesNo };
  }
}

export const fieldsFor = (use: Use): FieldName[] =>
  fieldNames.filter((name) => (fields[name].uses as readonly Use[]).includes(use));

export const choicesFor = ({ choices = [], ofClosed = [] }: Field, use: Use): string[] =>
  choices.filter((choice) => use !== "view" || !ofClosed.includes(choice));
