import { TimeOfDay } from "./TimeOfDay.tsx";
import { WeekDays } from "./WeekDays.tsx";
import { ZoneSelect } from "./ZoneSelect.tsx";

type Times = { from: string; to: string; days: number[]; time_zone: string | null };

type Props = {
  texts: Record<"from" | "to" | "nextDay" | "days" | "lastDay" | "zone" | "companyZone", string>;
  times: Times;
  onChange: (times: Times) => void;
};

/** The fields of times that repeat each week; an end that is not after its begin is on the next day. */
export function WeeklyTimes({ texts, times, onChange }: Props) {
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <TimeOfDay label={texts.from} value={times.from} onChange={(from) => onChange({ ...times, from })} />
        <TimeOfDay label={texts.to} value={times.to} onChange={(to) => onChange({ ...times, to })} />
        <p className="flex h-11 items-center text-s text-text-2 empty:hidden">
          {times.to <= times.from && texts.nextDay}
        </p>
      </div>
      <WeekDays
        label={texts.days}
        lastDay={texts.lastDay}
        days={times.days}
        onChange={(days) => onChange({ ...times, days })}
      />
      <ZoneSelect
        label={texts.zone}
        value={times.time_zone ?? ""}
        none={texts.companyZone}
        onChange={(zone) => onChange({ ...times, time_zone: zone || null })}
      />
    </>
  );
}
