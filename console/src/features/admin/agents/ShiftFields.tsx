import type { Shift } from "@parley/contract/routing";
import { useTranslation } from "react-i18next";
import { Switch } from "../../../ui/Switch.tsx";
import { TimeOfDay } from "../../../ui/TimeOfDay.tsx";
import { WeekDays } from "../../../ui/WeekDays.tsx";
import { ZoneSelect } from "../../../ui/ZoneSelect.tsx";

const officeHours: Shift = { from: "09:00", to: "17:00", days: [0, 1, 2, 3, 4], time_zone: null };

type Props = { shift: Shift | null; onChange: (shift: Shift | null) => void };

/** When an agent works; without a shift at any time. */
export function ShiftFields({ shift, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="sr-only">{t("routing.agent.shift.label")}</legend>
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <p aria-hidden="true" className="text-s font-semibold text-text-2">
            {t("routing.agent.shift.label")}
          </p>
          <p className="mt-0.5 text-s text-text-3">{t("routing.agent.shift.hint")}</p>
        </div>
        <Switch
          label={t("routing.agent.shift.label")}
          checked={shift !== null}
          onChange={(on) => onChange(on ? officeHours : null)}
        />
      </div>
      {shift && (
        <>
          <div className="flex flex-wrap items-end gap-3">
            <TimeOfDay
              label={t("routing.agent.shift.from")}
              value={shift.from}
              onChange={(from) => onChange({ ...shift, from })}
            />
            <TimeOfDay
              label={t("routing.agent.shift.to")}
              value={shift.to}
              onChange={(to) => onChange({ ...shift, to })}
            />
            <p className="flex h-11 items-center text-s text-text-2 empty:hidden">
              {shift.to <= shift.from && t("routing.agent.shift.nextDay")}
            </p>
          </div>
          <WeekDays
            label={t("routing.agent.shift.days")}
            lastDay={t("routing.agent.shift.lastDay")}
            days={shift.days}
            onChange={(days) => onChange({ ...shift, days })}
          />
          <ZoneSelect
            label={t("routing.agent.shift.zone")}
            value={shift.time_zone ?? ""}
            none={t("routing.agent.shift.companyZone")}
            onChange={(zone) => onChange({ ...shift, time_zone: zone || null })}
          />
        </>
      )}
    </fieldset>
  );
}
