import { goalLimits } from "@parley/contract/goal-limits";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../../api/client.ts";
import { workspacePath } from "../../../paths.ts";
import { showDateTimeIn } from "../../../ui/time.ts";
import { TrialPanel } from "../page/TrialPanel.tsx";
import type { Settings } from "./draft.ts";

type Props = {
  /** Null while the policy is not complete. */
  settings: Settings | null;
  zone: string;
  onIncomplete: () => void;
};

/** Tries the policy on the tickets of the last days before it is saved. Nothing is changed. */
export function TryPanel({ settings, zone, onIncomplete }: Props) {
  const { t } = useTranslation();
  const at = (time: string) => showDateTimeIn(time, zone);
  return (
    <TrialPanel
      settings={settings}
      texts={{
        title: t("goals.try"),
        hint: t("goals.tryHint", { days: goalLimits.triedDays }),
        run: t("goals.try"),
        incomplete: t("goals.incomplete"),
        outdated: t("goals.tryOutdated"),
        failed: (reason) => t("goals.tryFailed", { reason }),
      }}
      onTry={(body) => call("tryGoalPolicy", { body })}
      onIncomplete={onIncomplete}
    >
      {(tried) => (
        <>
          <p role="status" className="font-semibold tabular-nums">
            {t("goals.tried", tried)}
          </p>
          <ul className="grid max-h-96 grid-cols-[minmax(0,1fr)] divide-y divide-line overflow-y-auto empty:hidden">
            {tried.listed.map(({ ticketid, short_id, client_name, goal, began_on, due_on, ended_on }) => (
              <li key={`${ticketid} ${goal} ${began_on}`} className="grid gap-0.5 py-2 text-s">
                <span className="min-w-0 break-words">
                  <Link to={workspacePath({ ticket: ticketid })} className="font-semibold hover:underline">
                    {client_name}
                  </Link>{" "}
                  <span className="font-mono text-xs text-text-3">{short_id}</span> ·{" "}
                  {t(`goals.goal.${goal}`)}
                </span>
                <span className="text-xs text-text-3 tabular-nums">
                  {ended_on
                    ? t("goals.was", { due: at(due_on), ended: at(ended_on) })
                    : t("goals.still", { due: at(due_on) })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </TrialPanel>
  );
}
