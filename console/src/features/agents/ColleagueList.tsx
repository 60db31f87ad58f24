import type { Colleague } from "@parley/contract/agents";
import { useQuery } from "@tanstack/react-query";
import { CloudOff, Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import { colleaguesQuery } from "../../api/queries.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { PaneState } from "../../ui/States.tsx";

export function ColleagueList() {
  const { t } = useTranslation();
  return (
    <aside
      aria-label={t("colleagues.title")}
      className="flex min-h-0 flex-col overflow-auto border-l border-line bg-pane"
    >
      <h2 className="px-4 pt-[18px] pb-1 text-l font-semibold tracking-tight">{t("colleagues.title")}</h2>
      <Content />
    </aside>
  );
}

function Content() {
  const { t } = useTranslation();
  const { data: colleagues, isPending, isError, refetch } = useQuery(colleaguesQuery);
  if (isPending) return <Loading />;
  if (isError) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("colleagues.failed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  if (colleagues.length === 0) {
    return <PaneState icon={<Users />} title={t("colleagues.empty")} hint={t("colleagues.emptyHint")} />;
  }
  const online = colleagues.filter(({ status }) => status === "online");
  const offline = colleagues.filter(({ status }) => status === "offline");
  return (
    <>
      {online.length > 0 && (
        <Group title={t("colleagues.online", { count: online.length })} colleagues={online} />
      )}
      {offline.length > 0 && (
        <Group title={t("colleagues.offline", { count: offline.length })} colleagues={offline} />
      )}
    </>
  );
}

function Group({ title, colleagues }: { title: string; colleagues: Colleague[] }) {
  const { t } = useTranslation();
  return (
    <section aria-label={title}>
      <h3 className="px-4 pt-4 pb-1.5 text-[11px] font-semibold tracking-[0.08em] text-text-3 uppercase">
        {title}
      </h3>
      <ul>
        {colleagues.map(({ userid, first_name, last_name, department, status }) => (
          <li key={userid} className="flex items-center gap-3 px-4 py-2">
            <Avatar name={`${first_name} ${last_name}`} size={36} status={status} />
            <div className="min-w-0">
              <p className="truncate text-s font-semibold">
                {first_name} {last_name}
                <span className="sr-only">
                  , {t(status === "online" ? "colleagues.isOnline" : "colleagues.isOffline")}
                </span>
              </p>
              <p className="truncate text-xs text-text-3">{department}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Loading() {
  return (
    <div className="grid gap-4 px-4 pt-4">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-9 rounded-full" />
          <div className="grid gap-1.5">
            <Skeleton className="h-3 w-32" />
            <Skeleton className="h-2.5 w-20" />
          </div>
        </div>
      ))}
    </div>
  );
}
