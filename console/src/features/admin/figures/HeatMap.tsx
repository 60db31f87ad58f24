import type { Figures } from "@parley/contract/figures";
import { useTranslation } from "react-i18next";
import { showCount } from "../../../ui/number.ts";

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const weekdays = [1, 2, 3, 4, 5, 6, 7];
/** A Sunday: so many days later is that weekday. */
const sunday = Date.UTC(2026, 10, 1);

/** The clients' messages by weekday and hour, as a table whose cells are the darker the more there are. */
export function HeatMap({ figures }: { figures: Figures }) {
  const { t, i18n } = useTranslation();
  const counts = new Map(figures.hours.map(({ weekday, hour, received }) => [weekday * 24 + hour, received]));
  const most = Math.max(1, ...counts.values());
  const short = new Intl.DateTimeFormat(i18n.language, { weekday: "short", timeZone: "UTC" });
  const long = new Intl.DateTimeFormat(i18n.language, { weekday: "long", timeZone: "UTC" });
  const on = (weekday: number) => new Date(sunday + weekday * 86_400_000);
  return (
    <section
      aria-label={t("figures.heat")}
      className="min-w-0 rounded-card border border-line bg-pane px-4 py-3.5"
    >
      <h2 className="font-semibold">{t("figures.heat")}</h2>
      <p className="mb-3 text-xs text-text-3">
        {t("figures.heatHint", { most: showCount(most, i18n.language) })}
      </p>
      <table className="w-full table-fixed border-separate border-spacing-[2px] text-[11px] text-text-3">
        <thead>
          <tr>
            <td className="w-9" />
            {hours.map((hour) => (
              <th key={hour} scope="col" className="p-0 text-left font-normal">
                <span className={hour % 4 === 0 ? "" : "sr-only"}>{hour}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((weekday) => (
            <tr key={weekday}>
              <th scope="row" className="p-0 text-left font-normal">
                {short.format(on(weekday))}
              </th>
              {hours.map((hour) => {
                const count = counts.get(weekday * 24 + hour) ?? 0;
                const said = t("figures.heatCell", {
                  weekday: long.format(on(weekday)),
                  from: hour,
                  to: hour + 1,
                  number: showCount(count, i18n.language),
                });
                return (
                  <td key={hour} title={said} className="h-7 overflow-hidden rounded-[4px] bg-raised-2 p-0">
                    <span
                      aria-hidden="true"
                      style={{ opacity: count === 0 ? 0 : 0.2 + (0.8 * count) / most }}
                      className="block h-full bg-accent-text"
                    />
                    <span className="sr-only">{count}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
