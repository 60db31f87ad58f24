import type { ChannelRow } from "@parley/contract/channels";
import { useQuery } from "@tanstack/react-query";
import { Paintbrush } from "lucide-react";
import { useTranslation } from "react-i18next";
import { widgetQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { CopyCode } from "./CopyCode.tsx";
import { useWidgetPlace } from "./place.ts";
import { TryLink } from "./TryLink.tsx";

/** A widget's code and the pages that may show it, with links to its settings and its test page. */
export function WidgetDetails({ account }: { account: ChannelRow }) {
  const { t } = useTranslation();
  const { go } = useWidgetPlace();
  const { data: widget, isPending, refetch } = useQuery(widgetQuery(account.channelid));
  if (isPending) return <Skeleton className="h-40 rounded-m" />;
  if (!widget) {
    return (
      <p role="alert" className="text-s text-danger">
        {t("channelWeb.failed")} <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </p>
    );
  }
  const { origins } = widget.settings;
  return (
    <>
      <p className="text-s text-text-2">
        <span className="text-text-3">{t("channelWeb.origins")}: </span>
        {origins.length > 0 ? origins.join(", ") : t("channelWeb.nowhere")}
      </p>
      <CopyCode label={t("channelWeb.code.title")} code={widget.snippet} />
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          icon={<Paintbrush size={15} />}
          onClick={() => go(account.channelid)}
          aria-label={t("channelWeb.editThis", { name: account.name })}
        >
          {t("channelWeb.edit")}
        </Button>
        <TryLink widget={widget} />
      </div>
    </>
  );
}
