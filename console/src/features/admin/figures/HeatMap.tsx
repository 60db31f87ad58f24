import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CountLink } from "./CountLink.tsx";
import { FigureTable } from "./FigureTable.tsx";

type Props = {
  title: string;
  hint: string;
  /** A number by weekday, 1 is Monday, and hour. Zero has no colour. */
  at: (weekday: number, hour: number) => number;
  show: (value: number) => string;
  /** The address of what is behind a number. */
  to?: (weekday: number, hour: number) => string;
};

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const weekdays = [1, 2, 3, 4, 5, 6, 7];
/** Any Sunday; weekday n is n days later. */
const sunday = Date.UTC(2026, 10, 1);

/** Numbers by weekday and hour as cells that are the stronger the more there is, with the numbers as a table, which is folded away. */
export function HeatMap({ title, hint, at, show, to }: Props) {
  const { t, i18n } = useTranslation();
  const most = Math.max(...weekdays.flatMap((weekday) => hours.map((hour) => at(weekday, hour)))) || 1;
  const short = new Intl.DateTimeFormat(i18n.language, { weekday: "short", timeZone: "UTC" });
  const long = new Intl.DateTimeFormat(i18n.language, { weekday: "long", timeZone: "UTC" });
  const on = (weekday: number) => new Date(sunday + weekday * 86_400_000);
  const behind = (weekday: number, hour: number) =>
    to && at(weekday, hour) > 0 ? to(weekday, hour) : undefined;
  return (
    <section aria-label={title} className="min-w-0 rounded-card border border-line bg-pane px-4 py-3.5">
      <h2 className="font-semibold">{title}</h2>
      <p className="mb-3 text-xs text-text-3">{hint}</p>
      <div
        aria-hidden="true"
        className="grid grid-cols-[36px_repeat(24,minmax(0,1fr))] items-center gap-[2px] text-[11px] text-text-3"
      >
        <span />
        {hours.map((hour) => (
          <span key={hour} className="overflow-visible whitespace-nowrap">
            {hour % 4 === 0 ? hour : ""}
          </span>
        ))}
        {weekdays.flatMap((weekday) => [
          <span key={weekday}>{short.format(on(weekday))}</span>,
          ...hours.map((hour) => (
            <Cell
              key={`${weekday} ${hour}`}
              title={t("ticketTable.figures.heatCell", {
                weekday: long.format(on(weekday)),
                from: hour,
                to: hour + 1,
                number: show(at(weekday, hour)),
              })}
              share={at(weekday, hour) / most}
              to={behind(weekday, hour)}
            />
          )),
        ])}
      </div>
      <details className="mt-2">
        <summary className="w-fit cursor-pointer text-s text-text-2 max-phone:py-3">
          {t("ticketTable.figures.asTable")}
        </summary>
        <div className="mt-2 max-h-72 overflow-y-auto">
          <FigureTable
            label={title}
            first={t("ticketTable.figures.hour")}
            columns={weekdays.map((weekday) => ({ key: String(weekday), label: short.format(on(weekday)) }))}
            rows={hours.map((hour) => ({
              key: String(hour),
              head: `${hour}–${hour + 1}`,
              values: weekdays.map((weekday) => (
                <CountLink key={weekday} to={behind(weekday, hour)}>
                  {show(at(weekday, hour))}
                </CountLink>
              )),
            }))}
          />
        </div>
      </details>
    </section>
  );
}

type CellProps = { title: string; share: number; to: string | undefined };

function Cell({ title, share, to }: CellProps) {
  const look = "h-7 overflow-hidden rounded-[4px] bg-raised-2";
  const colour = (
    <span style={{ opacity: share === 0 ? 0 : 0.2 + 0.8 * share }} className="block h-full bg-accent-text" />
  );
  if (!to)
    return (
      <span title={title} className={look}>
        {colour}
      </span>
    );
  // The table beneath has the same links for the keyboard.
  return (
    <Link to={to} tabIndex={-1} title={title} className={look}>
      {colour}
    </Link>
  );
}
