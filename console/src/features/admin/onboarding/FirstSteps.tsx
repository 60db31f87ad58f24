import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useProfile } from "../../session/viewer.ts";
import { AddColleagues } from "./AddColleagues.tsx";
import { CompanyZone } from "./CompanyZone.tsx";
import { ConnectChannel } from "./ConnectChannel.tsx";
import { firstStepsQuery } from "./first-steps.ts";
import { TryIt } from "./TryIt.tsx";

const steps: { name: "colleagues" | "channel" | "tryIt"; Step: ComponentType }[] = [
  { name: "colleagues", Step: AddColleagues },
  { name: "channel", Step: ConnectChannel },
  { name: "tryIt", Step: TryIt },
];

/**
 * The steps stand beside the list of tickets, so that the first ticket is seen to arrive. Each step may be skipped, and
 * so may all.
 */
export function FirstSteps() {
  const { t } = useTranslation();
  const { firstName, companyName } = useProfile();
  const [at, setAt] = useState(0);
  const end = useEnd();
  const { name, Step } = steps[at] ?? steps[0] ?? { name: "colleagues", Step: AddColleagues };
  const last = at === steps.length - 1;
  return (
    <div className="h-full min-h-0 overflow-auto">
      <div className="mx-auto max-w-[560px] animate-arrive p-6 max-phone:p-4">
        <h2 className="text-xl font-semibold tracking-tight text-balance">
          {t("onboarding.title", { name: firstName })}
        </h2>
        <p className="mt-1 text-text-2">{t("onboarding.lead", { company: companyName })}</p>
        <ol className="mt-6 grid grid-cols-3 gap-2" aria-label={t("onboarding.steps")}>
          {steps.map((step, index) => (
            <li key={step.name} aria-current={index === at ? "step" : undefined} className="text-xs">
              <span
                aria-hidden="true"
                className={`mb-1.5 block h-1 rounded-full ${index <= at ? "bg-accent-text" : "bg-raised-2"}`}
              />
              <span className={index === at ? "font-semibold" : "text-text-3"}>
                {t(`onboarding.${step.name}.short`)}
              </span>
            </li>
          ))}
        </ol>
        <section
          key={name}
          className="mt-5 animate-arrive rounded-card border border-line bg-pane p-6 max-phone:p-4"
        >
          <h3 className="text-l font-semibold tracking-tight">{t(`onboarding.${name}.title`)}</h3>
          <Step />
        </section>
        {at === 0 && <CompanyZone />}
        <div className="mt-4 flex flex-wrap items-center gap-2">
          {!last && (
            <Button look="quiet" disabled={end.isPending} onClick={() => end.mutate()}>
              {t("onboarding.skipAll")}
            </Button>
          )}
          <span className="flex-1" />
          {at > 0 && (
            <Button look="quiet" onClick={() => setAt(at - 1)}>
              {t("onboarding.back")}
            </Button>
          )}
          <Button
            look="primary"
            disabled={end.isPending}
            onClick={() => (last ? end.mutate() : setAt(at + 1))}
          >
            {t(last ? "onboarding.done" : "onboarding.next")}
          </Button>
        </div>
      </div>
    </div>
  );
}

function useEnd() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call("endFirstSteps"),
    onSuccess: (answer) => cache.setQueryData(firstStepsQuery.queryKey, answer),
    onError: (error) => toast(failureText(error, t), "danger"),
  });
}
