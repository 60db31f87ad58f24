/** A rule as the editor holds it: its parts may be unfinished. */
import type { Condition } from "@parley/contract/conditions/tree";
import { limits } from "@parley/contract/limits";
import {
  type RuleActionKind,
  type RuleEvent,
  type RuleWait,
  ruleGoals,
  ruleLimits,
  ruleSilences,
} from "@parley/contract/rule-words";
import type { EnteredRule, Rule, RuleAction, RuleWhen } from "@parley/contract/rules";
import { durationOf, minutesOf, type WaitUnit } from "../../tickets/rules/words.ts";
import { type Group, isComplete, toCondition, toGroup } from "../../tickets/views/editing.ts";

/** `key`: of the action on screen. */
export type DraftAction = { key: number; action: RuleAction };

/** A goal is a wait for what is due. */
export type Hears = RuleWhen["kind"] | "goal";

export type Draft = {
  name: string;
  enabled: boolean;
  /** None means every department. */
  departmentids: string[];
  hears: Hears;
  events: RuleEvent[];
  wait: RuleWait;
  /** The text that was typed. */
  amount: string;
  unit: WaitUnit;
  inHours: boolean;
  group: Group;
  actions: DraftAction[];
  stops: boolean;
};

const usual = { wait: "unanswered", amount: "30", unit: "minute", inHours: true } as const;

export const newDraft = (): Draft => ({
  ...{ name: "", enabled: true, departmentids: [], hears: "event", events: [], ...usual },
  ...{ group: toGroup({ all: [] }), actions: [], stops: false },
});

const isOf = (waits: readonly RuleWait[], wait: RuleWait): boolean => waits.includes(wait);

/** The waits among which one is chosen. */
export const waitsOf = (hears: Hears): readonly RuleWait[] => (hears === "goal" ? ruleGoals : ruleSilences);

/** The chosen wait, or the first one where that is of the other kind. */
export function waitOf({ hears, wait }: Pick<Draft, "hears" | "wait">): RuleWait {
  const waits = waitsOf(hears);
  return isOf(waits, wait) ? wait : (waits[0] ?? wait);
}

/** A rule as it is sent. */
export type Settings = Omit<EnteredRule, "condition"> & { condition: Condition };

export function draftOf({ when, ...rule }: Rule): Draft {
  const waits = when.kind === "wait" && durationOf(when.minutes);
  return {
    name: rule.name,
    enabled: rule.enabled,
    departmentids: rule.departmentids ?? [],
    hears: when.kind === "wait" && isOf(ruleGoals, when.wait) ? "goal" : when.kind,
    events: when.kind === "event" ? when.events : [],
    ...usual,
    ...(waits && {
      ...{ wait: when.wait, inHours: when.in_hours },
      ...{ amount: String(waits.amount), unit: waits.unit },
    }),
    group: toGroup(rule.condition),
    actions: rule.actions.map((action, key) => ({ key, action })),
    stops: rule.stops,
  };
}

export function entered(draft: Draft): Settings {
  const { name, enabled, departmentids, stops } = draft;
  return {
    ...{ name: name.trim(), enabled, stops },
    departmentids: departmentids.length > 0 ? departmentids : null,
    when:
      draft.hears === "event"
        ? { kind: "event", events: draft.events }
        : {
            ...{ kind: "wait", wait: waitOf(draft), in_hours: draft.hears === "wait" && draft.inHours },
            minutes: minutesOf(Number(draft.amount), draft.unit),
          },
    condition: toCondition(draft.group),
    actions: draft.actions.map(({ action }) => action),
  };
}

/** A part that cannot be saved: a field, or the key of an action. */
export type Fault = { at: "name" | "events" | "amount" | "condition" | "actions" | number; why: FaultName };
export type FaultName =
  | ("name" | "events" | "amount" | "condition" | "actions")
  | ("tags" | "field" | "department" | "agent" | "note" | "told" | "webhook" | "bubble");

export function faultsOf(draft: Draft): Fault[] {
  const minutes = minutesOf(Number(draft.amount), draft.unit);
  const waits = Number.isInteger(minutes) && minutes >= 1 && minutes <= ruleLimits.minutes;
  const wrong: (Fault | false)[] = [
    draft.name.trim() === "" && { at: "name", why: "name" },
    draft.hears === "event" && draft.events.length === 0 && { at: "events", why: "events" },
    draft.hears !== "event" && !waits && { at: "amount", why: "amount" },
    !isComplete(toCondition(draft.group), "rule") && { at: "condition", why: "condition" },
    draft.actions.length === 0 && { at: "actions", why: "actions" },
    ...draft.actions.map(({ key, action }): Fault | false => {
      const why = faultOfAction(action);
      return why !== null && { at: key, why };
    }),
  ];
  return wrong.filter((fault) => fault !== false);
}

function faultOfAction(action: RuleAction): FaultName | null {
  switch (action.kind) {
    case "tag":
      return action.add.length + action.remove.length === 0 ? "tags" : null;
    case "field":
      return action.fieldid === "" ? "field" : null;
    case "move":
      return action.departmentid === "" ? "department" : null;
    case "assign":
      return action.userid === "" ? "agent" : null;
    case "note":
      return action.content.trim() === "" ? "note" : null;
    case "notify":
      return action.to === "agents" && action.userids.length === 0 ? "told" : null;
    case "webhook":
      return action.webhookid === "" ? "webhook" : null;
    case "send":
      return action.bubbleid === "" ? "bubble" : null;
    default:
      return null;
  }
}

const begun: Record<RuleActionKind, RuleAction> = {
  tag: { kind: "tag", add: [], remove: [] },
  field: { kind: "field", fieldid: "", value: null },
  priority: { kind: "priority", priority: "high" },
  move: { kind: "move", departmentid: "" },
  assign: { kind: "assign", userid: "" },
  note: { kind: "note", content: "" },
  notify: { kind: "notify", to: "department", userids: [] },
  webhook: { kind: "webhook", webhookid: "" },
  send: { kind: "send", bubbleid: "" },
  snooze: { kind: "snooze", until: "tomorrow" },
  close: { kind: "close", silently: false },
};

export const noteLimit = limits.messageText;

export const withAction = (actions: DraftAction[], kind: RuleActionKind): DraftAction[] => [
  ...actions,
  { key: 1 + Math.max(-1, ...actions.map(({ key }) => key)), action: begun[kind] },
];

/** The kinds that can still be added: each once, fields several times. A closed ticket is not snoozed. */
export function offeredKinds(actions: DraftAction[], kinds: readonly RuleActionKind[]): RuleActionKind[] {
  const has = (kind: RuleActionKind) => actions.some(({ action }) => action.kind === kind);
  if (actions.length >= ruleLimits.actions) return [];
  return kinds.filter(
    (kind) =>
      (kind === "field" || !has(kind)) &&
      !(kind === "close" && has("snooze")) &&
      !(kind === "snooze" && has("close")),
  );
}
