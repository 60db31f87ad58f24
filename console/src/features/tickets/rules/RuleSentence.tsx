import type { Condition } from "@parley/contract/conditions/tree";
import type { RuleAction, RuleWhen } from "@parley/contract/rules";
import { useTranslation } from "react-i18next";
import type { RuleWords } from "./words.ts";

type Props = {
  rule: { when: RuleWhen; condition: Condition; actions: RuleAction[] };
  words: RuleWords;
  className?: string;
};

/** "When a client writes, if the tag is vip, then set the priority": the words between stand back. */
export function RuleSentence({ rule, words, className = "" }: Props) {
  const { t } = useTranslation();
  const condition = words.asked(rule.condition);
  return (
    <p className={`text-s break-words text-text-3 ${className}`}>
      <Marked text={t("rules.sentence.when", { what: gap })} words={words.heard(rule.when) || "…"} />
      {condition && (
        <>
          {" "}
          <Marked text={t("rules.sentence.if", { what: gap })} words={condition} />
        </>
      )}{" "}
      <Marked text={t("rules.sentence.then", { what: gap })} words={words.done(rule.actions) || "…"} />
    </p>
  );
}

/** Stands in a text for the words that are drawn in it. */
const gap = "\u0000";

function Marked({ text, words }: { text: string; words: string }) {
  const [before, after] = text.split(gap);
  return (
    <>
      {before}
      <span className="text-text">{words}</span>
      {after}
    </>
  );
}
