import type { Colleague } from "@parley/contract/agents";
import { useQuery } from "@tanstack/react-query";
import { CloudOff, Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import { colleaguesQuery } from "../../api/queries.ts";
import { Button } from "../../ui/Button.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { PaneState } from "../../ui/States.tsx";
import { ColleagueRow } from "./ColleagueRow.tsx";

/** The people of the company, those who are there first. */
export function Colleagues({ onChoose }: { onChoose?: () => void }) {
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
      <Group
        title={t("colleagues.online", { count: online.length })}
        colleagues={online}
        onChoose={onChoose}
      />
      <Group
        title={t("colleagues.offline", { count: offline.length })}
        colleagues={offline}
        onChoose={onChoose}
      />
    </>
  );
}

type GroupProps = { title: string; colleagues: Colleague[]; onChoose: (() => void) | undefined };

function Group({ title, colleagues, onChoose }: GroupProps) {
  if (colleagues.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="px-4 pt-4 pb-1.5 text-[11px] font-semibold tracking-[0.08em] text-text-3 uppercase">
        {title}
      </h3>
      <ul className="px-2">
        {colleagues.map((colleague) => (
          <ColleagueRow key={colleague.userid} colleague={colleague} onChoose={onChoose} />
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
