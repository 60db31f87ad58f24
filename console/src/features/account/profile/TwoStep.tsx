import { abilitiesOf } from "@parley/contract/abilities";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck, ShieldOff } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { useProfile } from "../../session/viewer.ts";
import { twoStepQuery } from "./queries.ts";
import { RequireTwoStep } from "./RequireTwoStep.tsx";

const SetUpDialog = lazyPart(async () => (await import("./SetUpDialog.tsx")).SetUpDialog);
const ConfirmIdentityDialog = lazyPart(
  async () => (await import("./ConfirmIdentityDialog.tsx")).ConfirmIdentityDialog,
);

/** The agent's two-step sign-in and, for administrators, whether everyone must have it. */
export function TwoStep() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { role } = useProfile();
  const { data: state, isError, refetch } = useQuery(twoStepQuery);
  const [dialog, setDialog] = useState<"setUp" | "remove" | "codes" | null>(null);
  const close = () => {
    setDialog(null);
    void cache.invalidateQueries({ queryKey: twoStepQuery.queryKey });
  };
  return (
    <Card title={t("twoStep.title")} hint={t("twoStep.hint")}>
      <div className="mt-4 grid gap-4">
        {isError && !state && <LoadFailed text={t("twoStep.failed")} onRetry={refetch} />}
        {!isError && !state && <Skeleton className="h-9 w-full" />}
        {state && !state.since && (
          <div className="flex flex-wrap items-center gap-3">
            <ShieldOff size={20} aria-hidden="true" className="text-text-3" />
            <p className="min-w-0 flex-1 basis-40">{t("twoStep.off")}</p>
            <Button look="primary" onClick={() => setDialog("setUp")}>
              {t("twoStep.setUp")}
            </Button>
          </div>
        )}
        {state?.since && (
          <div className="flex flex-wrap items-center gap-3">
            <ShieldCheck size={20} aria-hidden="true" className="text-ok" />
            <p className="min-w-0 flex-1 basis-60">
              {t("twoStep.on", { time: showDateTime(state.since) })}
              <br />
              <span className={state.recoveryCodesLeft < 3 ? "text-s text-warn" : "text-s text-text-2"}>
                {t("twoStep.codesLeft", { count: state.recoveryCodesLeft })}
              </span>
            </p>
            <Button onClick={() => setDialog("codes")}>{t("twoStep.newCodes")}</Button>
            <Button look="danger" onClick={() => setDialog("remove")}>
              {t("twoStep.remove")}
            </Button>
          </div>
        )}
        {state && abilitiesOf(role).has("manageSettings") && <RequireTwoStep state={state} />}
        {state?.required && !abilitiesOf(role).has("manageSettings") && (
          <p className="text-s text-text-2">{t("twoStep.requiredHere")}</p>
        )}
      </div>
      <Suspense>
        {dialog === "setUp" && <SetUpDialog onClose={close} />}
        {(dialog === "remove" || dialog === "codes") && (
          <ConfirmIdentityDialog purpose={dialog} onClose={close} />
        )}
      </Suspense>
    </Card>
  );
}
