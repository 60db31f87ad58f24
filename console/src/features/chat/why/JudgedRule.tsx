import { type RuleOutcome, ruleLimits } from "@parley/contract/rule-words";
import type { Judgement, TicketRules } from "@parley/contract/rules";
import { Check, type LucideIcon, Minus, TriangleAlert, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { reasonText } from "../../../ui/reason-text.ts";
import { Leaves } from "../../tickets/rules/Leaves.tsx";
import type { RuleWords } from "../../tickets/rules/words.ts";

type Props = {
  judged: Judgement["rules"][number];
  /** The rule as it was then. */
  version: TicketRules["versions"][number] | undefined;
  words: RuleWords;
};

const looks: Record<RuleOutcome, [icon: LucideIcon, colour: string]> = {
  ran: [Check, "text-ok"],
  condition: [X, "text-danger"],
  department: [Minus, "text-text-3"],
  stopped: [Minus, "text-text-3"],
  loop: [TriangleAlert, "text-warn"],
  ceiling: [TriangleAlert, "text-warn"],
  refused: [TriangleAlert, "text-warn"],
};

/** Says what came of one rule for an event, with the leaves that decided. */
export function JudgedRule({ judged: { outcome, leaves, reason }, version, words }: Props) {
  const { t } = useTranslation();
  const [Icon, colour] = looks[outcome];
  const facts = {
    what: version ? words.done(version.actions) : "",
    names: version?.departmentids ? words.listed(version.departmentids.map(words.nameOf)) : "",
    reason: reasonText(t, reason),
    max: ruleLimits.runsPerHour,
  };
  return (
    <li className="flex gap-2 text-s">
      <Icon size={16} aria-hidden="true" className={`mt-0.5 shrink-0 ${colour}`} />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="break-words">
          <b dir="auto" className="font-semibold">
            {version?.name ?? t("rules.why.gone")}
          </b>{" "}
          <span className="text-text-2">{t(`rules.why.outcome.${outcome}`, facts)}</span>
        </p>
        {version && <Leaves condition={version.condition} leaves={leaves} words={words} />}
      </div>
    </li>
  );
}
