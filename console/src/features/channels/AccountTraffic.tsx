import type { ChannelTraffic } from "@parley/contract/channels";
import { useTranslation } from "react-i18next";

/** The last 24 hours as bars, the current hour at the end, and today's counts below. */
export function AccountTraffic({ traffic: { today, hours } }: { traffic: ChannelTraffic }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-2 text-s">
      <Bars counts={hours} />
      <p className="flex flex-wrap justify-between gap-x-3 tabular-nums">
        <span className="text-text-3">{t("channels.today")}</span>
        <span className={today.failed > 0 ? "text-danger" : ""}>{t("channels.todayCounts", today)}</span>
      </p>
    </div>
  );
}

/** An hour without messages keeps a mark, so that the bar's position is visible. */
function Bars({ counts }: { counts: number[] }) {
  const { t } = useTranslation();
  const most = Math.max(...counts);
  return (
    <span
      role="img"
      aria-label={t("channels.hours", { most })}
      title={t("channels.hours", { most })}
      className="flex h-10 items-end gap-[3px]"
    >
      {counts.map((count, hour) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the hour
          key={hour}
          style={{ height: count === 0 ? 2 : `${Math.max(12, (count / most) * 100)}%` }}
          className={`flex-1 rounded-[2px] ${count === 0 ? "bg-line-strong" : "bg-accent-text opacity-75"}`}
        />
      ))}
    </span>
  );
}
