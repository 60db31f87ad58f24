import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { noticeSettingsQuery } from "./cache.ts";
import { KindWays } from "./KindWays.tsx";
import { Quiet } from "./Quiet.tsx";
import { useChangeNotices } from "./use-change-notices.ts";

/** The ways of each kind of notice, and the quiet hours. Each change is saved at once. */
export function NoticesPage() {
  const { t } = useTranslation();
  const { data: settings, isError, refetch } = useQuery(noticeSettingsQuery);
  const change = useChangeNotices();
  return (
    <div className="mx-auto grid max-w-[720px] grid-cols-[minmax(0,1fr)] gap-5 p-6 max-phone:gap-4 max-phone:p-3">
      <header>
        <h1 className="text-xl font-semibold tracking-tight">{t("notices.title")}</h1>
        <p className="mt-1 text-text-2">{t("notices.lead")}</p>
      </header>
      {isError && !settings && <LoadFailed text={t("notices.failed")} onRetry={refetch} />}
      {!isError && !settings && <Skeleton className="h-80 rounded-card" />}
      {settings && (
        <>
          <KindWays kinds={settings.kinds} onChange={(kinds) => change({ kinds })} />
          <Quiet
            quiet={settings.quiet}
            companyZone={settings.company_time_zone}
            onChange={(quiet) => change({ quiet })}
          />
        </>
      )}
    </div>
  );
}
