import type { AuditEntry } from "@parley/contract/audit";
import { fieldOf } from "@parley/contract/conditions/fields";
import { type Condition, leavesOf } from "@parley/contract/conditions/tree";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useRuleWords } from "../../tickets/rules/words.ts";
import { rulesQuery } from "../rules/queries.ts";
import { ChangeLine } from "./ChangeLine.tsx";

type Value = AuditEntry["changes"][string];

/** Says in words what a rule, a view or a webhook hears, asks and does, before and after. Departments are shown by their names. */
export function SentenceChanges({ changes }: { changes: [field: string, Value][] }) {
  const { t } = useTranslation();
  const { data } = useQuery(rulesQuery);
  const conditions = changes.filter(([field]) => field === "condition");
  const named = conditions.flatMap(([, { from, to }]) => [from, to]).flatMap(organisationsIn);
  const words = useRuleWords(data?.rules.flatMap(({ refers }) => refers) ?? [], {
    zone: data?.time_zone,
    organisations: [...new Set(named)].slice(0, most),
  });
  const texts: Record<string, (value: string) => string> = {
    when: (value) => words.heard(JSON.parse(value)),
    condition: (value) => words.asked(JSON.parse(value)),
    actions: (value) => words.done(JSON.parse(value)),
    department: words.nameOf,
    departments: (value) => words.listed(value.split(", ").map(words.nameOf)),
  };
  const written = (field: string, value: Value["from"]) =>
    (typeof value === "string" && value && texts[field]?.(value)) || "–";
  return changes.map(([field, { from, to }]) => (
    <ChangeLine
      key={field}
      change={{ field: t(`settings.field.${field}`), from: written(field, from), to: written(field, to) }}
    />
  ));
}

/** Each is fetched by a call of its own. */
const most = 20;

const organisationsIn = (value: Value["from"]): string[] =>
  typeof value === "string"
    ? leavesOf(JSON.parse(value) as Condition).flatMap(({ leaf }) => {
        const field = fieldOf(leaf.field);
        const isNamed = field?.refers === "organisation";
        return isNamed && typeof leaf.value !== "boolean" ? [leaf.value].flat().map(String) : [];
      })
    : [];
