import { useQuery } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { widgetQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import type { AccountProps } from "../tab/props.ts";
import { WidgetForm } from "./WidgetForm.tsx";

/** The settings of a widget, once they are loaded. */
export function WidgetEditor({ account }: AccountProps) {
  const { t } = useTranslation();
  const { data: widget, isPending, refetch } = useQuery(widgetQuery(account.channelid));
  if (isPending) return <Skeleton className="h-96 rounded-card" />;
  if (!widget) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("channelWeb.failed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  return <WidgetForm account={account} widget={widget} />;
}
