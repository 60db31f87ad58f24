import type { ChannelTraffic } from "@parley/contract/channels";
import { useTranslation } from "react-i18next";

/** Today's counts beside the last 24 hours as bars, the current hour at the end. */
export function AccountTraffic({ traffic: { today, hours } }: { traffic: ChannelTraffic }) {
  const { t } = useTranslation();
  return (
    <span className="flex flex-wrap items-end justify-end gap-x-2.5 gap-y-1">
      <Bars counts={hours} />
      <span>{t("channels.todayCounts", today)}</span>
    </span>
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
      className="flex h-6.5 items-end gap-0.5"
    >
      {counts.map((count, hour) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the hour
          key={hour}
          style={{ height: count === 0 ? 2 : `${Math.max(12, (count / most) * 100)}%` }}
          className={`w-[3px] rounded-[1px] ${count === 0 ? "bg-line-strong" : "bg-accent-text opacity-75"}`}
        />
      ))}
    </span>
  );
}
