/** Rules in words: what a rule hears, asks and does, in the page's language. Needs the texts of `rules`, `views` and `bubbles`. */
import { fieldOf } from "@parley/contract/conditions/fields";
import { type Condition, type Duration, isLeaf, type Leaf, partsOf } from "@parley/contract/conditions/tree";
import type { JudgedLeaf, RuleAction, RuleWhen } from "@parley/contract/rules";
import { useTranslation } from "react-i18next";
import { showDateTimeIn } from "../../../ui/time.ts";
import { useFields } from "../fields/fields-query.ts";
import { valueText } from "../fields/value-text.ts";
import { goneName, useAskedFields } from "../views/asked-fields.ts";
import { useChoiceName } from "../views/choice-name.ts";
import { type Refers, useNameOf } from "./names.ts";

export type RuleWords = {
  heard: (when: RuleWhen) => string;
  /** Empty for a condition that always holds. */
  asked: (condition: Condition) => string;
  done: (actions: RuleAction[]) => string;
  leaf: (leaf: Leaf) => string;
  /** The value that a leaf saw; null where it is not said. */
  seen: (leaf: Leaf, seen: JudgedLeaf["seen"]) => string | null;
  /** The names joined by commas and a last "and". */
  listed: (names: string[]) => string;
  nameOf: (id: string) => string;
};

/** `zone`: that of times that leaves saw; the reader's own when omitted. */
export function useRuleWords(
  refers: Refers,
  { zone, organisations }: { zone?: string | undefined; organisations?: string[] } = {},
): RuleWords {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const nameOf = useNameOf(refers, organisations);
  const asked = useAskedFields("rule");
  const choiceName = useChoiceName();
  const fields = [...useFields("ticket"), ...useFields("client"), ...useFields("organisation")];
  const listed = (names: string[]) => new Intl.ListFormat(language, { type: "conjunction" }).format(names);
  const either = (names: string[]) => new Intl.ListFormat(language, { type: "disjunction" }).format(names);
  const lengthText = ({ amount, unit }: Duration) =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(amount);
  const quoted = (text: string) => t("rules.quoted", { text });

  function heard(when: RuleWhen): string {
    if (when.kind === "event") return either(when.events.map((event) => t(`rules.event.${event}`)));
    const time = lengthText(durationOf(when.minutes));
    return t(`rules.wait.${when.wait}`, { time: when.in_hours ? t("rules.openTime", { time }) : time });
  }

  function conditionText(condition: Condition, inner: boolean): string {
    if (isLeaf(condition)) return leafText(condition);
    const parts = partsOf(condition).map((part) => conditionText(part, true));
    const text = "all" in condition ? listed(parts) : "any" in condition ? either(parts) : negated(condition);
    return inner && parts.length > 1 ? `(${text})` : text;
  }
  function negated({ not }: Extract<Condition, { not: Condition }>): string {
    if (isLeaf(not)) return t("rules.noneOf", { what: leafText(not) });
    const parts = partsOf(not).map((part) => conditionText(part, true));
    if ("not" in not) return parts[0] ?? "";
    return t("all" in not ? "rules.notAllOf" : "rules.noneOf", { what: parts.join("; ") });
  }

  function leafText(leaf: Leaf): string {
    const field = asked.find(({ value }) => value === leaf.field)?.label ?? goneName(leaf.field, refers);
    const value = wantedOf(leaf);
    if (typeof leaf.value === "boolean") return t("rules.leafYesNo", { field, value });
    return t("rules.leaf", { field, operator: t(`views.operator.${leaf.operator}`), value });
  }

  function wantedOf(leaf: Leaf): string {
    const field = fieldOf(leaf.field);
    const { value } = leaf;
    if (typeof value === "object" && !Array.isArray(value)) return lengthText(value);
    if (field?.type === "text") return quoted(String(value));
    if (field?.type === "time") return String(value).replace("T", " ");
    return Array.isArray(value)
      ? value.map((one) => wordOf(leaf, one)).join(", ")
      : wordOf(leaf, value as string | number | boolean);
  }

  /** One value of a leaf, or one that it saw. */
  function wordOf({ field: name }: Leaf, value: string | number | boolean): string {
    const field = fieldOf(name);
    if (typeof value === "boolean") return t(value ? "views.yes" : "views.no");
    if (typeof value === "number" || !field) return String(value);
    if (value === "today" || field.words?.includes(value)) return t(`views.word.${value}`);
    if (field.choices) return choiceName(field, value);
    if (field.type === "time" || field.type === "deadline") return showDateTimeIn(value, zone);
    return field.refers ? nameOf(value) : value;
  }

  function seen(leaf: Leaf, value: JudgedLeaf["seen"]): string | null {
    if (value === undefined) return null;
    if (value === null || (Array.isArray(value) && value.length === 0)) return t("rules.nothing");
    return Array.isArray(value) ? listed(value.map((one) => wordOf(leaf, one))) : wordOf(leaf, value);
  }

  function actionTexts(action: RuleAction): string[] {
    switch (action.kind) {
      case "tag":
        return [
          ...(action.add.length > 0 ? [t("bubbles.will.tag", { names: names(action.add) })] : []),
          ...(action.remove.length > 0 ? [t("bubbles.will.untag", { names: names(action.remove) })] : []),
        ];
      case "field": {
        const field = fields.find(({ fieldid }) => fieldid === action.fieldid);
        const name = nameOf(action.fieldid);
        if (action.value === null) return [t("rules.will.emptyField", { name })];
        const value = field ? valueText(t, field, action.value) : String(action.value);
        return [t("rules.will.field", { name, value })];
      }
      case "priority":
        return [t("bubbles.will.priority", { priority: t(`tickets.priorities.${action.priority}`) })];
      case "move":
        return [t("bubbles.will.move", { department: nameOf(action.departmentid) })];
      case "assign":
        return [t("rules.will.assign", { name: nameOf(action.userid) })];
      case "note":
        return [t("rules.will.note", { text: shortened(action.content) })];
      case "notify":
        return [
          action.to === "agents"
            ? t("rules.will.notifyAgents", { names: listed(action.userids.map(nameOf)) })
            : t(`rules.will.notify.${action.to}`),
        ];
      case "webhook":
        return [t("rules.will.webhook", { name: nameOf(action.webhookid) })];
      case "send":
        return [t("rules.will.send", { name: nameOf(action.bubbleid) })];
      case "snooze":
        return [t(`bubbles.will.snooze.${action.until}`)];
      case "close":
        return [t(action.silently ? "bubbles.will.closeSilently" : "bubbles.will.close")];
    }
  }
  const names = (ids: string[]) => ids.map(nameOf).join(", ");

  return {
    heard,
    asked: (condition) => conditionText(condition, false),
    done: (actions) => listed(actions.flatMap(actionTexts)),
    leaf: leafText,
    seen,
    listed,
    nameOf,
  };
}

/** A text of one line, cut where it is long. */
const shortened = (text: string): string => {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 60).trimEnd()}…` : line;
};

const minutesIn = { day: 1_440, hour: 60, minute: 1 } as const;
export type WaitUnit = keyof typeof minutesIn;
export const waitUnits = ["minute", "hour", "day"] as const satisfies WaitUnit[];

/** Minutes in the largest unit that divides them. */
export function durationOf(minutes: number): { amount: number; unit: WaitUnit } {
  const unit = (["day", "hour"] as const).find((one) => minutes % minutesIn[one] === 0) ?? "minute";
  return { amount: minutes / minutesIn[unit], unit };
}

export const minutesOf = (amount: number, unit: WaitUnit): number => amount * minutesIn[unit];

/** The leaf of a condition at a place, as in `leavesOf`; null where the condition has none there. */
export function leafAt(condition: Condition, [first, ...rest]: number[]): Leaf | null {
  if (first === undefined) return isLeaf(condition) ? condition : null;
  const part = isLeaf(condition) ? undefined : partsOf(condition)[first];
  return part ? leafAt(part, rest) : null;
}

/** The organisations that leaves saw: their names are in no list. */
export function organisationsSeen(judged: { condition: Condition; leaves: JudgedLeaf[] }[]): string[] {
  const seen = judged.flatMap(({ condition, leaves }) =>
    leaves.flatMap(({ place, seen: value }) => {
      const leaf = leafAt(condition, place);
      const field = leaf && fieldOf(leaf.field);
      const isOne = field?.type === "reference" && field.refers === "organisation";
      return isOne && typeof value === "string" ? [value] : [];
    }),
  );
  return [...new Set(seen)].slice(0, mostOrganisations);
}

/** Each is fetched by a call of its own. */
const mostOrganisations = 50;
