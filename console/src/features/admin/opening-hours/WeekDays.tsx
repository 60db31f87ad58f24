import type { Span } from "@parley/contract/open-days";
import { useTranslation } from "react-i18next";
import { CopyMenu } from "./CopyMenu.tsx";
import type { Issue } from "./draft.ts";
import { SpanList } from "./SpanList.tsx";

type Props = { days: Span[][]; issues: (Issue | null)[][]; onChange: (days: Span[][]) => void };

/** The seven days, Monday first. */
export function WeekDays({ days, issues, onChange }: Props) {
  const { i18n } = useTranslation();
  const names = days.map((_, index) => nameOf(index, i18n.language));
  const copy = (from: number, to: number[]) =>
    onChange(days.map((spans, day) => (to.includes(day) ? (days[from] ?? spans) : spans)));
  return (
    <ul className="divide-y divide-line">
      {days.map((spans, day) => (
        <li
          key={names[day]}
          className="grid grid-cols-[8rem_1fr_auto] gap-x-3 py-2.5 max-phone:grid-cols-[1fr_auto]"
        >
          <h3 className="py-1.5 text-s font-semibold first-letter:uppercase max-phone:order-1">
            {names[day]}
          </h3>
          <div className="max-phone:order-3 max-phone:col-span-2">
            <SpanList
              of={names[day] ?? ""}
              spans={spans}
              issues={issues[day] ?? []}
              onChange={(to) => onChange(days.with(day, to))}
            />
          </div>
          <div className="max-phone:order-2">
            <CopyMenu names={names} from={day} onCopy={(to) => copy(day, to)} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** 2024 began with a Monday. */
const nameOf = (day: number, language: string) =>
  new Date(Date.UTC(2024, 0, 1 + day)).toLocaleDateString(language, { weekday: "long", timeZone: "UTC" });
