/** Decides what comes of a rule, without side effects: the run, the trial and the explanation ask here alike. */
import { type Judged, judge } from "@parley/contract/conditions/judge";
import type { FieldValue } from "@parley/contract/field-values";
import { type RuleOutcome, ruleLimits } from "@parley/contract/rule-words";
import type { RuleAction } from "@parley/contract/rules";
import type { SharedTicket, Ticket } from "@parley/contract/tickets";
import type { RuleDefinition } from "./rows.ts";

/** `zone` is the company's. `runs`: of rules in the ticket within the last hour. */
export type Circumstances = {
  ticket: SharedTicket;
  now: Date;
  zone: string;
  /** The rules by which the event was caused. */
  chain: readonly string[];
  runs: number;
  /** A rule that ran before said that no other follows. */
  stopped: boolean;
};
export type Decision = { outcome: RuleOutcome; leaves: Judged[] };

/** The outcome of a rule that has heard of an event or a wait. `ran`: its changes are to be made. */
export function decide(
  rule: RuleDefinition & { id: string },
  { ticket, now, zone, chain, runs, stopped }: Circumstances,
): Decision {
  if (stopped) return { outcome: "stopped", leaves: [] };
  if (rule.departments && !rule.departments.includes(ticket.departmentid))
    return { outcome: "department", leaves: [] };
  // A rule has no reader: what belongs to one is asked in no rule.
  const { holds, leaves } = judge(rule.condition, { viewer: null, zone }, ticket as Ticket, now.getTime());
  if (!holds) return { outcome: "condition", leaves };
  if (chain.includes(rule.id)) return { outcome: "loop", leaves };
  if (runs >= ruleLimits.runsPerHour) return { outcome: "ceiling", leaves };
  return { outcome: "ran", leaves };
}

/** The effect of an action on a ticket: `same` leaves it as it is, and `closed` is refused. */
export type Effect = "changes" | "same" | "closed";

export function effectOf(action: RuleAction, ticket: SharedTicket): Effect {
  const effect = changes(action, ticket) ? "changes" : "same";
  return effect === "changes" && ticket.closed_on !== null && needsOpen.has(action.kind) ? "closed" : effect;
}

const needsOpen = new Set<RuleAction["kind"]>(["move", "assign", "send", "snooze"]);

function changes(action: RuleAction, ticket: SharedTicket): boolean {
  const tags = ticket.tags ?? [];
  switch (action.kind) {
    case "tag":
      return action.add.some((id) => !tags.includes(id)) || action.remove.some((id) => tags.includes(id));
    case "field":
      return (ticket.fields?.[action.fieldid] ?? null) !== (action.value as FieldValue | null);
    case "priority":
      return (ticket.priority ?? "normal") !== action.priority;
    case "move":
      return ticket.departmentid !== action.departmentid || ticket.userid !== null;
    case "assign":
      return ticket.userid !== action.userid;
    case "close":
      return ticket.closed_on === null;
    case "note":
    case "notify":
    case "webhook":
    case "send":
    case "snooze":
      return true;
  }
}
