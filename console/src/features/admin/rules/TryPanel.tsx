import { ruleLimits } from "@parley/contract/rule-words";
import type { Rule } from "@parley/contract/rules";
import { hashKey, useMutation } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { failureText } from "../../session/failure-text.ts";
import type { Settings } from "./draft.ts";
import { Tried } from "./Tried.tsx";

type Props = {
  /** Null while the rule is not complete. */
  settings: Settings | null;
  /** The rule as it is kept; null for a new one. */
  before: Rule | null;
  refers: Rule["refers"];
  zone: string;
  onIncomplete: () => void;
};

/** Tries the rule on the newest tickets before it is saved. Nothing is changed or sent. */
export function TryPanel({ settings, before, refers, zone, onIncomplete }: Props) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Settings | null>(null);
  const trial = useMutation({
    mutationFn: ({ enabled: _enabled, ...body }: Settings) =>
      call("tryRule", { body: { ...body, ...(before && { ruleid: before.ruleid }) } }),
  });
  function run() {
    if (!settings) {
      onIncomplete();
      return;
    }
    setAsked(settings);
    trial.mutate(settings);
  }
  const outdated = asked !== null && hashKey([asked]) !== hashKey([settings]);
  return (
    <section
      aria-label={t("rules.try")}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-line bg-pane p-5 max-phone:px-4"
    >
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-semibold">{t("rules.try")}</h3>
          <p className="text-s text-text-2">{t("rules.tryHint", { max: ruleLimits.tried })}</p>
        </div>
        <Button icon={<FlaskConical size={16} />} disabled={trial.isPending} onClick={run}>
          {t("rules.tryNow", { max: ruleLimits.tried })}
        </Button>
      </div>
      {!settings && <p className="text-s text-text-3">{t("rules.incomplete")}</p>}
      {trial.isPending && <Skeleton className="h-40 rounded-m" />}
      {trial.error && (
        <LoadFailed text={t("rules.tryFailed", { reason: failureText(trial.error, t) })} onRetry={run} />
      )}
      {trial.data && asked && (
        <>
          {outdated && (
            <p role="status" className="text-s text-warn">
              {t("rules.tryOutdated")}
            </p>
          )}
          <Tried
            key={trial.submittedAt}
            tried={trial.data}
            settings={asked}
            version={before?.version ?? null}
            refers={refers}
            zone={zone}
          />
        </>
      )}
    </section>
  );
}
