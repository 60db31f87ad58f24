import { goalNames } from "@parley/contract/goal-words";
import type { GoalPolicy } from "@parley/contract/goals";
import { priorities } from "@parley/contract/priorities";
import { ArrowDown, ArrowUp, Ellipsis, Trash2, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useRuleWords } from "../../tickets/rules/words.ts";

type Props = {
  policy: GoalPolicy;
  onAsk: (what: "edit" | "delete") => void;
  /** Null for the first and the last. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
};

/** A policy in words: for which tickets, within how many minutes, and how often it was late. */
export function GoalRow({ policy, onAsk, onUp, onDown }: Props) {
  const { t, i18n } = useTranslation();
  const words = useRuleWords(policy.refers);
  const { name, condition, targets, ended, missed, refers } = policy;
  const minutes = (count: number) =>
    new Intl.NumberFormat(i18n.language, { style: "unit", unit: "minute", unitDisplay: "short" }).format(
      count,
    );
  const within = goalNames.flatMap((goal) => {
    const set = priorities.flatMap((priority) => {
      const count = targets[goal][priority];
      return count === null ? [] : [{ priority, count }];
    });
    if (set.length === 0) return [];
    const same = set.length === priorities.length && set.every(({ count }) => count === set[0]?.count);
    const said = same
      ? minutes(set[0]?.count ?? 0)
      : set
          .map(({ priority, count }) => `${t(`tickets.priorities.${priority}`)} ${minutes(count)}`)
          .join(", ");
    return [{ goal, said }];
  });
  const gone = refers.filter((one) => one.gone);
  return (
    <li className="flex items-start gap-2 py-3 pr-2 pl-4">
      <div className="grid min-w-0 flex-1 gap-1 py-1">
        <h3 className="min-w-0">
          <button
            type="button"
            dir="auto"
            onClick={() => onAsk("edit")}
            className="max-w-full text-left font-semibold break-words hover:underline"
          >
            {name}
          </button>
        </h3>
        <p className="text-s break-words">
          <span className="text-text-3">{t("goals.for")}</span> {words.asked(condition) || t("goals.always")}
        </p>
        {within.map(({ goal, said }) => (
          <p key={goal} className="text-s break-words tabular-nums">
            <span className="text-text-3">{t(`goals.goal.${goal}`)}:</span> {said}
          </p>
        ))}
        {gone.length > 0 && (
          <p className="flex gap-1.5 text-s text-warn">
            <TriangleAlert size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
            <span className="min-w-0 break-words">
              {t("goals.gone", { name: gone.map((one) => one.name ?? one.id).join(", ") })}
            </span>
          </p>
        )}
        <p className="text-xs break-words text-text-3 tabular-nums">
          {t("goals.outcome", { ended, missed })}
        </p>
      </div>
      <ActionMenu
        side="bottom"
        align="end"
        trigger={
          <IconButton label={t("goals.more", { name })}>
            <Ellipsis size={17} />
          </IconButton>
        }
        actions={[
          ...(onUp ? [{ id: "up", Icon: ArrowUp, label: t("goals.up"), act: onUp }] : []),
          ...(onDown ? [{ id: "down", Icon: ArrowDown, label: t("goals.down"), act: onDown }] : []),
          { id: "delete", Icon: Trash2, label: t("goals.delete"), act: () => onAsk("delete") },
        ]}
      />
    </li>
  );
}
