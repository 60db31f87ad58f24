import { platforms } from "@parley/contract/platforms";
import type { EnteredTicketFilter, TicketDay } from "@parley/contract/ticket-table";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Button } from "../../../ui/Button.tsx";
import { showCount, showDecimal } from "../../../ui/number.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { usePlatformName } from "../../channels/name.ts";
import { colourOf } from "../../channels/registry.ts";
import { filteredPath, lastDayOf } from "./filter.ts";
import { lastDays } from "./last-days.ts";

type Props = {
  days: TicketDay[] | undefined;
  filter: EnteredTicketFilter;
  /** The present day in the company's zone. */
  today: string;
  failed: boolean;
  onRetry: () => void;
};

/** The number of days that have their own bar. */
const shown = 60;

/**
 * Tickets by day, stacked by platform, with a legend; a table for screen readers. A click on a bar filters for its day,
 * as the filter's two dates do by keyboard.
 */
export function DayChart({ days, filter, today, failed, onRetry }: Props) {
  const { t, i18n } = useTranslation();
  const platformName = usePlatformName();
  const [over, setOver] = useState<TicketDay | null>(null);
  if (failed && !days) {
    return (
      <p role="alert" className="mb-3.5 rounded-card border border-line bg-pane p-4 text-s text-danger">
        {t("ticketTable.chartFailed")}{" "}
        <Button size="small" onClick={onRetry}>
          {t("common.retry")}
        </Button>
      </p>
    );
  }
  if (!days) return <Skeleton className="mb-3.5 h-[214px] rounded-card" />;
  const bars = lastDays(days, shown, lastDayOf(filter, today));
  const most = Math.max(1, ...bars.map(({ tickets }) => tickets));
  const present = platforms.filter((platform) => bars.some((day) => day.platforms[platform]));
  const named = over ?? bars.at(-1);
  return (
    <section
      aria-label={t("ticketTable.chart")}
      className="mb-3.5 rounded-card border border-line bg-pane px-4 py-3.5"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 text-s">
        <h2 className="flex-1 font-semibold max-phone:basis-full">{t("ticketTable.chart")}</h2>
        {present.map((platform) => (
          <span key={platform} className="flex items-center gap-1.5 text-text-2">
            <i
              aria-hidden="true"
              style={{ backgroundColor: colourOf(platform) }}
              className="size-2.5 rounded-[3px]"
            />
            {platformName(platform)}
          </span>
        ))}
      </header>
      <div
        aria-hidden="true"
        className="mt-3.5 flex h-[120px] items-end justify-end gap-[3px] border-b border-line"
      >
        {bars.map((day) => (
          <Link
            key={day.day}
            to={filteredPath({ ...filter, from: day.day, to: day.day })}
            tabIndex={-1}
            onPointerEnter={() => setOver(day)}
            onPointerLeave={() => setOver(null)}
            className="flex h-full max-w-9 min-w-0 flex-1 flex-col justify-end gap-px rounded-t-[3px] hover:bg-raised-2"
          >
            {present.map((platform) => {
              const part = day.platforms[platform] ?? 0;
              return (
                part > 0 && (
                  <i
                    key={platform}
                    style={{ height: `${(part / most) * 100}%`, backgroundColor: colourOf(platform) }}
                    className="min-h-[2px] rounded-[3px]"
                  />
                )
              );
            })}
          </Link>
        ))}
      </div>
      <p className="mt-2 min-h-4 text-xs text-text-3 tabular-nums">
        {named
          ? t(named.acceptanceTime === null ? "ticketTable.dayUnaccepted" : "ticketTable.day", {
              day: named.day,
              tickets: showCount(named.tickets, i18n.language),
              closed: showCount(named.closed, i18n.language),
              minutes: minutesOf(named, i18n.language),
            })
          : t("ticketTable.noDays")}
      </p>
      <Values days={bars} />
    </section>
  );
}

const minutesOf = ({ acceptanceTime }: TicketDay, language: string) =>
  acceptanceTime === null ? "–" : showDecimal(acceptanceTime, language, 2);

function Values({ days }: { days: TicketDay[] }) {
  const { t, i18n } = useTranslation();
  return (
    // A table ignores a width smaller than its cells; its wrapper does not.
    <div className="sr-only">
      <table>
        <caption>{t("ticketTable.chart")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("ticketTable.date")}</th>
            <th scope="col">{t("ticketTable.total")}</th>
            <th scope="col">{t("ticketTable.closed")}</th>
            <th scope="col">{t("ticketTable.acceptance")}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              <td>{showCount(day.tickets, i18n.language)}</td>
              <td>{showCount(day.closed, i18n.language)}</td>
              <td>{minutesOf(day, i18n.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
