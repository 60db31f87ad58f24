import { dayMinutes, minutesOf, type OpeningHours } from "@parley/contract/open-days";
import { useTranslation } from "react-i18next";
import { type StripDay, twoWeeks } from "./draft.ts";

type Props = { hours: OpeningHours; now?: Date };

/** The next fourteen days, each from midnight at the top to midnight at the bottom. */
export function TwoWeeks({ hours, now = new Date() }: Props) {
  const { t } = useTranslation();
  const days = twoWeeks(hours, now);
  return (
    <section className="grid gap-2" aria-label={t("openingHours.twoWeeks")}>
      <h3 className="text-s font-semibold text-text-2">{t("openingHours.twoWeeks")}</h3>
      <ol className="grid grid-cols-14 gap-1">
        {days.map((day, index) => (
          <Day key={day.date} day={day} before={days[index - 1]} />
        ))}
      </ol>
    </section>
  );
}

function Day({ day, before }: { day: StripDay; before: StripDay | undefined }) {
  const { t, i18n } = useTranslation();
  const at = new Date(`${day.date}T00:00Z`);
  const show = (format: Intl.DateTimeFormatOptions) =>
    at.toLocaleDateString(i18n.language, { ...format, timeZone: "UTC" });
  const reaching = (before?.begins ?? [])
    .map(minutesOf)
    .map(({ from, to }) => ({ from: Math.max(from - dayMinutes, 0), to: to - dayMinutes }))
    .filter(({ to }) => to > 0);
  const bars = [...reaching, ...day.begins.map(minutesOf)];
  const times = day.begins.map(({ from, to }) => `${from}–${to}`).join(", ") || t("openingHours.closed");
  const text = [show({ weekday: "long", day: "numeric", month: "long" }), day.name, times]
    .filter(Boolean)
    .join(", ");
  return (
    <li title={text} className="grid justify-items-center gap-1 text-xs">
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className="text-text-3">
        {show({ weekday: "narrow" })}
      </span>
      <svg
        aria-hidden="true"
        viewBox={`0 0 24 ${dayMinutes}`}
        preserveAspectRatio="none"
        className={`h-24 w-full rounded-chip bg-raised-2 ${day.exception ? "ring-1 ring-warn" : ""}`}
      >
        {bars.map(({ from, to }) => (
          <rect
            key={`${from} ${to}`}
            y={from}
            width="24"
            height={Math.max(Math.min(to, dayMinutes) - from, 0)}
            className="fill-accent-text opacity-55"
          />
        ))}
      </svg>
      <span aria-hidden="true" className="tabular-nums">
        {at.getUTCDate()}
      </span>
    </li>
  );
}
