import type { Condition } from "@parley/contract/conditions/tree";
import type { JudgedLeaf } from "@parley/contract/rules";
import { Check, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { leafAt, type RuleWords } from "./words.ts";

type Props = { condition: Condition; leaves: JudgedLeaf[]; words: RuleWords };

/** The leaves that decided, each with whether it held and the value that it saw. */
export function Leaves({ condition, leaves, words }: Props) {
  const { t } = useTranslation();
  return (
    <ul className="grid gap-1 text-xs empty:hidden">
      {leaves.map(({ place, holds, seen }) => {
        const leaf = leafAt(condition, place);
        if (!leaf) return null;
        const saw = words.seen(leaf, seen);
        return (
          <li key={place.join(".")} className="flex gap-1.5">
            {holds ? (
              <Check size={14} role="img" aria-label={t("rules.held")} className="mt-px shrink-0 text-ok" />
            ) : (
              <X
                size={14}
                role="img"
                aria-label={t("rules.heldNot")}
                className="mt-px shrink-0 text-danger"
              />
            )}
            <span className="min-w-0 break-words text-text-2">
              {words.leaf(leaf)}
              {saw !== null && <span className="text-text-3"> · {t("rules.saw", { value: saw })}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
