import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { firstStepsQuery } from "./first-steps.ts";
import { PhoneLink } from "./PhoneLink.tsx";

export function TryIt() {
  const { t } = useTranslation();
  const { data: firstSteps } = useQuery(firstStepsQuery);
  return (
    <div className="grid gap-4">
      <p className="mt-1 text-text-2">{t("onboarding.tryIt.text")}</p>
      {firstSteps?.phoneUrl ? (
        <PhoneLink url={firstSteps.phoneUrl} />
      ) : (
        <>
          <p className="text-text-2">{t("onboarding.tryIt.simulator")}</p>
          <pre className="rounded-m bg-raised-2 px-3 py-2 font-mono text-s break-words whitespace-pre-wrap">
            npm run demo
          </pre>
        </>
      )}
    </div>
  );
}
