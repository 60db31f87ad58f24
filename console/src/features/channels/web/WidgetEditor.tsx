import type { ChannelRow } from "@parley/contract/channels";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, CloudOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { widgetQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { WidgetForm } from "./WidgetForm.tsx";

type Props = { account: ChannelRow; onBack: () => void };

/** The settings of a widget, once they are loaded. */
export function WidgetEditor({ account, onBack }: Props) {
  const { t } = useTranslation();
  const { data: widget, isPending, refetch } = useQuery(widgetQuery(account.channelid));
  const back = useRef<HTMLButtonElement>(null);
  // The control that opened this has disappeared.
  useEffect(() => back.current?.focus(), []);
  return (
    <>
      <Button ref={back} look="quiet" icon={<ArrowLeft size={16} />} onClick={onBack} className="mb-3 -ml-2">
        {t("channelWeb.back")}
      </Button>
      {isPending && <Skeleton className="h-96 rounded-card" />}
      {!isPending && !widget && (
        <PaneState alert icon={<CloudOff />} title={t("channelWeb.failed")}>
          <Button onClick={() => refetch()}>{t("common.retry")}</Button>
        </PaneState>
      )}
      {widget && <WidgetForm account={account} widget={widget} />}
    </>
  );
}
