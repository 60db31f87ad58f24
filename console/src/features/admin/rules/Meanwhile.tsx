import type { Rule } from "@parley/contract/rules";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { RuleSentence } from "../../tickets/rules/RuleSentence.tsx";
import { useRuleWords } from "../../tickets/rules/words.ts";

type Props = {
  /** Null when the rule was deleted. */
  newest: Rule | null;
  busy: boolean;
  onWriteOver: () => void;
};

/** The rule was changed or deleted by another administrator while it is edited here. What was typed stays. */
export function Meanwhile({ newest, busy, onWriteOver }: Props) {
  const { t } = useTranslation();
  const words = useRuleWords(newest?.refers ?? []);
  return (
    <div role="alert" className="grid gap-2 rounded-m border border-warn/60 px-3.5 py-3 text-s">
      {newest ? (
        <>
          <p className="font-semibold">
            {t("rules.changedMeanwhile", {
              name: newest.changed_by_name,
              time: showDateTime(newest.changed_on),
            })}
          </p>
          <p dir="auto" className="break-words text-text-2">
            {newest.name}
          </p>
          <RuleSentence rule={newest} words={words} />
          <div>
            <Button size="small" disabled={busy} onClick={onWriteOver}>
              {t("rules.writeOver")}
            </Button>
          </div>
        </>
      ) : (
        <p>{t("rules.deletedMeanwhile")}</p>
      )}
    </div>
  );
}
