import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import type { ConnectProps } from "../tab/props.ts";
import { TokenForm } from "./TokenForm.tsx";
import { tokenStatusQuery } from "./token-status.ts";

/** Gives the company's bot another token, on request alone. */
export function OverwriteBot({ onConnected }: Pick<ConnectProps, "onConnected">) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  const { data } = useQuery(tokenStatusQuery);
  if (!data?.tokenStatus) return null;
  if (asks) {
    return (
      <section
        aria-label={t("channelTelegram.overwrite")}
        className="max-w-140 rounded-card border border-line bg-pane p-5 max-phone:p-4"
      >
        <TokenForm adds={false} focused onCancel={() => setAsks(false)} onConnected={onConnected} />
      </section>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card bg-warn/10 p-4 text-s">
      <TriangleAlert size={18} aria-hidden="true" className="shrink-0 text-warn" />
      <p className="min-w-48 flex-1">{t("channelTelegram.overwriteWarning")}</p>
      <Button onClick={() => setAsks(true)}>{t("channelTelegram.overwrite")}</Button>
    </div>
  );
}
