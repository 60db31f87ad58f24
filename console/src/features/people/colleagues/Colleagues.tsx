import { CloudOff, Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { useColleagues } from "../../session/colleagues.ts";
import { ColleagueRow } from "./ColleagueRow.tsx";

/** The agents of the company, those online first. */
export function Colleagues({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation();
  const { data: colleagues, isPending, isError, refetch } = useColleagues();
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
  // One list for both groups: a row that moves between them keeps the focus.
  const rows = (["online", "offline"] as const).flatMap((status) => {
    const people = colleagues.filter((colleague) => colleague.status === status);
    const title = t(`colleagues.${status}`, { count: people.length });
    return people.length === 0
      ? []
      : [
          <li key={status}>
            <h3 className="px-4 pt-4 pb-1.5 text-[11px] font-semibold tracking-[0.08em] text-text-3 uppercase">
              {title}
            </h3>
          </li>,
          ...people.map((one) => <ColleagueRow key={one.userid} colleague={one} onChoose={onChoose} />),
        ];
  });
  return <ul>{rows}</ul>;
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
