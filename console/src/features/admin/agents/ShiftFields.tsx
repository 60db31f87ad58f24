import type { Shift } from "@parley/contract/routing";
import { useTranslation } from "react-i18next";
import { Switch } from "../../../ui/Switch.tsx";
import { WeeklyTimes } from "../../../ui/WeeklyTimes.tsx";

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
        <WeeklyTimes
          texts={{
            from: t("routing.agent.shift.from"),
            to: t("routing.agent.shift.to"),
            nextDay: t("routing.agent.shift.nextDay"),
            days: t("routing.agent.shift.days"),
            lastDay: t("routing.agent.shift.lastDay"),
            zone: t("routing.agent.shift.zone"),
            companyZone: t("routing.agent.shift.companyZone"),
          }}
          times={shift}
          onChange={onChange}
        />
      )}
    </fieldset>
  );
}
