import type { GoalClock } from "@parley/contract/goals";
import { useTranslation } from "react-i18next";
import { showDateTimeIn, showLength } from "../../../ui/time.ts";
import { useMinute } from "../../../ui/use-minute.ts";
import { leftUntil } from "../../tickets/due/left.ts";
import { type Day, daysOf, type PartKind } from "./days.ts";

type Props = { clock: GoalClock; zone: string };

/** The days of a clock that are drawn at most: the last ones. */
const mostDays = 7;

/** One run of a goal's clock: how it stands, its days, and the rule of arithmetic. */
export function Clock({ clock, zone }: Props) {
  const { t, i18n } = useTranslation();
  useMinute();
  const minutes = (count: number) => lengthText(count, i18n.language);
  const days = daysOf(clock, zone);
  const shown = days.slice(-mostDays);
  const { counted, pauses, in_hours } = clock;
  const due = clock.due_on && t("due.dueAt", { time: showDateTimeIn(clock.due_on, zone) });
  const sentence = [
    t("due.counted", { counted: minutes(counted), minutes: minutes(clock.minutes) }),
    t(in_hours ? "due.inHours" : "due.always"),
    ...(pauses.length > 0 ? [t("due.notPauses")] : []),
    ...(due ? [due] : []),
    ...(!due && !clock.ended_on && !clock.paused_on ? [t("due.neverOpen")] : []),
  ];
  return (
    <section
      aria-label={t(`due.goal.${clock.goal}`)}
      className="grid grid-cols-[minmax(0,1fr)] gap-1.5 text-s"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="min-w-0">
          <b className="font-semibold">{t(`due.goal.${clock.goal}`)}</b>{" "}
          <span className="text-xs text-text-3">{t("due.within", { time: minutes(clock.minutes) })}</span>
        </span>
        <Standing clock={clock} />
      </p>
      {days.length > shown.length && (
        <p className="text-xs text-text-3">{t("due.moreDays", { count: days.length - shown.length })}</p>
      )}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {shown.map((day) => (
          <DayRow key={day.day} day={day} />
        ))}
      </ol>
      <p className="text-xs text-text-2">{sentence.join(" ")}</p>
      <p dir="auto" className="text-left text-xs text-text-3 wrap-anywhere">
        {t("due.policy", { name: clock.policy_name })}
      </p>
    </section>
  );
}

function Standing({ clock: { ended_on, due_on, paused_on, missed } }: Pick<Props, "clock">) {
  const { t, i18n } = useTranslation();
  const text = (className: string, said: string) => (
    <span className={`text-xs font-semibold tabular-nums ${className}`}>{said}</span>
  );
  if (ended_on) return missed ? text("text-danger", t("due.missed")) : text("text-ok", t("due.met"));
  if (due_on) {
    const { state, minutes } = leftUntil(due_on, new Date());
    const time = showLength(minutes, i18n.language);
    if (state === "overdue") return text("text-danger", t("due.overdue", { time }));
    return text(state === "soon" ? "text-warn" : "text-text-2", t("due.left", { time }));
  }
  return text("text-text-3", t(paused_on ? "due.pausedNow" : "due.closed"));
}

const looks: Record<PartKind, string> = {
  counted: "bg-text-2",
  late: "bg-danger",
  paused: "bg-[repeating-linear-gradient(45deg,transparent_0_3px,var(--color-text-3)_3px_5px)]",
};

/** A day from midnight to midnight: what counted is filled, a pause is hatched, the rest was closed or not yet. */
function DayRow({ day: { day, parts, counted, paused } }: { day: Day }) {
  const { t, i18n } = useTranslation();
  const name = new Intl.DateTimeFormat(i18n.language, {
    ...{ weekday: "short", day: "numeric", month: "short", timeZone: "UTC" },
  }).format(new Date(`${day}T12:00:00Z`));
  const said = [
    ...(counted >= 1 || paused < 1 ? [lengthText(Math.floor(counted), i18n.language)] : []),
    ...(paused >= 1 ? [t("due.pausedFor", { time: lengthText(Math.floor(paused), i18n.language) })] : []),
  ].join(", ");
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-0.5 text-xs">
      <span className="flex flex-wrap justify-between gap-x-2 text-text-3">
        <span>{name}</span>
        <span className="tabular-nums">{said}</span>
      </span>
      <span aria-hidden="true" className="relative h-2 overflow-hidden rounded-full bg-raised-2">
        {parts.map(({ kind, from, to }) => (
          <span
            key={`${kind} ${from}`}
            className={`absolute inset-y-0 min-w-0.5 ${looks[kind]}`}
            style={{ left: `${from / 14.4}%`, width: `${(to - from) / 14.4}%` }}
          />
        ))}
      </span>
    </li>
  );
}

/** Minutes as "3 hr, 20 min", in a language. */
function lengthText(count: number, language: string): string {
  const unit = (value: number, unit: "hour" | "minute") =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(value);
  const [hours, minutes] = [Math.floor(count / 60), Math.round(count % 60)];
  if (hours === 0) return unit(minutes, "minute");
  return minutes === 0 ? unit(hours, "hour") : `${unit(hours, "hour")} ${unit(minutes, "minute")}`;
}
