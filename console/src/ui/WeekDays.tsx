import { useTranslation } from "react-i18next";

type Props = {
  label: string;
  /** The reason why the last day stays. */
  lastDay: string;
  /** 0 is Monday. */
  days: number[];
  onChange: (days: number[]) => void;
};

/** Days of the week, Monday first, of which one at least is chosen. */
export function WeekDays({ label, lastDay, days, onChange }: Props) {
  const { i18n } = useTranslation();
  return (
    <fieldset>
      <legend className="text-s font-semibold text-text-2">{label}</legend>
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        {[0, 1, 2, 3, 4, 5, 6].map((day) => {
          const on = days.includes(day);
          const last = on && days.length === 1;
          return (
            <button
              key={day}
              type="button"
              aria-pressed={on}
              aria-label={nameOf(day, i18n.language, "long")}
              aria-disabled={last}
              title={last ? lastDay : undefined}
              onClick={() => !last && onChange(toggled(days, day))}
              className="h-11 min-w-11 rounded-m border border-line px-2 text-s font-medium transition duration-150 hover:bg-raised aria-disabled:cursor-not-allowed aria-pressed:border-accent-text aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
            >
              {nameOf(day, i18n.language, "short")}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

const toggled = (days: number[], day: number) =>
  days.includes(day) ? days.filter((one) => one !== day) : [...days, day].sort();

/** 2024 began with a Monday. */
const nameOf = (day: number, language: string, weekday: "long" | "short") =>
  new Date(Date.UTC(2024, 0, 1 + day)).toLocaleDateString(language, { weekday, timeZone: "UTC" });
