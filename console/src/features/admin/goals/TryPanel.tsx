import { goalLimits } from "@parley/contract/goal-limits";
import { hashKey, useMutation } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../../api/client.ts";
import { workspacePath } from "../../../paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { showDateTimeIn } from "../../../ui/time.ts";
import { failureText } from "../../session/failure-text.ts";
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
  const [asked, setAsked] = useState<Settings | null>(null);
  const trial = useMutation({ mutationFn: (body: Settings) => call("tryGoalPolicy", { body }) });
  function run() {
    if (!settings) {
      onIncomplete();
      return;
    }
    setAsked(settings);
    trial.mutate(settings);
  }
  const at = (time: string) => showDateTimeIn(time, zone);
  return (
    <section
      aria-label={t("goals.try")}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-line bg-pane p-5 max-phone:px-4"
    >
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-semibold">{t("goals.try")}</h3>
          <p className="text-s text-text-2">{t("goals.tryHint", { days: goalLimits.triedDays })}</p>
        </div>
        <Button icon={<FlaskConical size={16} />} disabled={trial.isPending} onClick={run}>
          {t("goals.try")}
        </Button>
      </div>
      {!settings && <p className="text-s text-text-3">{t("goals.incomplete")}</p>}
      {trial.isPending && <Skeleton className="h-40 rounded-m" />}
      {trial.error && (
        <LoadFailed text={t("goals.tryFailed", { reason: failureText(trial.error, t) })} onRetry={run} />
      )}
      {trial.data && (
        <>
          {hashKey([asked]) !== hashKey([settings]) && (
            <p role="status" className="text-s text-warn">
              {t("goals.tryOutdated")}
            </p>
          )}
          <p role="status" className="font-semibold tabular-nums">
            {t("goals.tried", trial.data)}
          </p>
          <ul className="grid max-h-96 grid-cols-[minmax(0,1fr)] divide-y divide-line overflow-y-auto empty:hidden">
            {trial.data.listed.map(
              ({ ticketid, short_id, client_name, goal, began_on, due_on, ended_on }) => (
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
              ),
            )}
          </ul>
        </>
      )}
    </section>
  );
}
