import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { ConnectFrame } from "../tab/ConnectFrame.tsx";
import type { ConnectProps } from "../tab/props.ts";
import { TokenForm } from "./TokenForm.tsx";
import { tokenStatusQuery } from "./token-status.ts";

/** Connects a bot. The company's first one goes by the specification's own call. */
export function ConnectBot({ again, focused = false, onConnected }: ConnectProps) {
  const { t } = useTranslation();
  const { data, isPending, refetch } = useQuery(tokenStatusQuery);
  if (isPending) return <Skeleton className="h-52 max-w-140 rounded-card" />;
  if (!data) {
    return (
      <p role="alert" className="text-s text-danger">
        {t("channelTelegram.statusFailed")} <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </p>
    );
  }
  const steps = [
    t("channelTelegram.step.open"),
    t("channelTelegram.step.name"),
    t("channelTelegram.step.copy"),
  ];
  return (
    <ConnectFrame title={t("channelTelegram.title")} steps={steps}>
      {/* A new token of the same bot keeps its account: nothing is replaced. */}
      <TokenForm adds={data.tokenStatus || again !== undefined} focused={focused} onConnected={onConnected} />
    </ConnectFrame>
  );
}
