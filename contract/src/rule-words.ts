/** The words of rules: when one is asked, what it does, and what came of it. Free of zod. */
import type { EventKind } from "./ledger.ts";

/** The events that a rule hears, by the kinds of the ledger. `from`: the actor of the event. */
export const ruleEvents = {
  opened: { kinds: ["ticket_create"] },
  client_wrote: { kinds: ["ticket_message"], from: ["client"] },
  agent_wrote: { kinds: ["ticket_message"], from: ["agent", "api_key"] },
  accepted: { kinds: ["ticket_accept"] },
  moved: { kinds: ["ticket_reassign", "ticket_take_over", "ticket_release"] },
  tagged: { kinds: ["ticket_tag"] },
  priority_changed: { kinds: ["ticket_priority"] },
  field_changed: { kinds: ["ticket_field"] },
  noted: { kinds: ["ticket_note"] },
  woken: { kinds: ["ticket_unsnooze"] },
  message_failed: { kinds: ["message_fail"] },
  closed: { kinds: ["ticket_close"] },
  reopened: { kinds: ["ticket_reopen"] },
  rated: { kinds: ["ticket_rating"] },
  goal_missed: { kinds: ["ticket_goal_missed"] },
} as const satisfies Record<string, { kinds: readonly EventKind[]; from?: readonly string[] }>;
export type RuleEvent = keyof typeof ruleEvents;
export const ruleEventNames = Object.keys(ruleEvents) as RuleEvent[];

/** Null for a kind that no rule hears. */
export function ruleEventOf(kind: EventKind, actor: string): RuleEvent | null {
  for (const name of ruleEventNames) {
    const { kinds, from }: { kinds: readonly EventKind[]; from?: readonly string[] } = ruleEvents[name];
    if (kinds.includes(kind) && (!from || from.includes(actor))) return name;
  }
  return null;
}

/** The rules that hear of these are asked so many minutes before a response goal is due, by its clock. */
export const ruleGoals = ["goal_first", "goal_next", "goal_solved"] as const;
export type RuleGoal = (typeof ruleGoals)[number];

/** A client waits for an answer, or for an agent, or an agent waits for the client's next word. */
export const ruleSilences = ["unanswered", "unaccepted", "client_silent"] as const;

/** Rules hear of these waits. */
export const ruleWaits = [...ruleSilences, ...ruleGoals] as const;
export type RuleWait = (typeof ruleWaits)[number];

/** The changes that a rule makes, in the order in which it makes them. */
export const ruleActionKinds = [
  "tag",
  "field",
  "priority",
  "move",
  "assign",
  "note",
  "notify",
  "webhook",
  "send",
  "snooze",
  "close",
] as const;
export type RuleActionKind = (typeof ruleActionKinds)[number];

/** The agents whom a rule notifies. */
export const ruleNotified = ["handler", "department", "admins", "agents"] as const;

/**
 * The outcomes of a rule for an event. `condition`: its condition did not hold. `department`: it is not for this ticket's.
 * `stopped`: a rule before it said that no other follows. `loop`: it had run already in the chain of rules that caused
 * the event. `ceiling`: rules had changed the ticket too often within an hour. `refused`: one of its changes could not be
 * made, so none was.
 */
export const ruleOutcomes = [
  "ran",
  "condition",
  "department",
  "stopped",
  "loop",
  "ceiling",
  "refused",
] as const;
export type RuleOutcome = (typeof ruleOutcomes)[number];

/** The kinds of what a rule names. Once it is gone, the desk switches the rule off. */
export const ruleGone = ["tag", "department", "field", "agent", "bubble", "webhook"] as const;
export type RuleGone = (typeof ruleGone)[number];

export const ruleLimits = {
  name: 80,
  perCompany: 200,
  actions: 10,
  /** The minutes of a wait at most: 30 days. */
  minutes: 30 * 24 * 60,
  /** The runs of rules in one ticket within an hour. */
  runsPerHour: 60,
  /** Milliseconds for which it is kept what came of rules. */
  kept: 30 * 24 * 3_600_000,
  /** The tickets on which a rule is tried. */
  tried: 500,
  /** Events of one ticket whose rules are shown at once. */
  shown: 50,
  versions: 100,
  notified: 20,
} as const;
