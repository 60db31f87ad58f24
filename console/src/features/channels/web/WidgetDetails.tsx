import { useQuery } from "@tanstack/react-query";
import { Paintbrush } from "lucide-react";
import { useTranslation } from "react-i18next";
import { widgetQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { linkLooks } from "../tab/link-looks.ts";
import { PlaceLink } from "../tab/PlaceLink.tsx";
import type { AccountProps } from "../tab/props.ts";
import { CopyCode } from "./CopyCode.tsx";
import { TryLink } from "./TryLink.tsx";

/** A widget's code and the pages that may show it, with links to its settings and its test page. */
export function WidgetDetails({ account: { channelid, name } }: AccountProps) {
  const { t } = useTranslation();
  const { data: widget, isPending, refetch } = useQuery(widgetQuery(channelid));
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
      <p className="text-s break-words text-text-2">
        <span className="text-text-3">{t("channelWeb.origins")}: </span>
        {origins.length > 0 ? origins.join(", ") : t("channelWeb.nowhere")}
      </p>
      <CopyCode label={t("channelWeb.code.title")} code={widget.snippet} />
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        <PlaceLink
          to={{ service: "web", account: channelid, view: "look" }}
          label={t("channelWeb.editThis", { name })}
          className={linkLooks.primary}
        >
          <Paintbrush size={15} aria-hidden="true" />
          {t("channelWeb.edit")}
        </PlaceLink>
        <TryLink widget={widget} />
      </div>
    </>
  );
}
