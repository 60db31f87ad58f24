import type { QuietHours } from "@parley/contract/notices";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Switch } from "../../../ui/Switch.tsx";
import { TimeOfDay } from "../../../ui/TimeOfDay.tsx";
import { WeekDays } from "../../../ui/WeekDays.tsx";
import { ZoneSelect } from "../../../ui/ZoneSelect.tsx";

const everyNight: QuietHours = { from: "22:00", to: "07:00", days: [0, 1, 2, 3, 4, 5, 6], time_zone: null };

type Props = {
  quiet: QuietHours | null;
  companyZone: string;
  onChange: (quiet: QuietHours | null) => void;
};

export function Quiet({ quiet, companyZone, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-pane p-5 max-phone:p-4">
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h2 id={id} className="text-l font-semibold tracking-tight">
            {t("notices.quiet.title")}
          </h2>
          <p className="mt-0.5 text-s text-text-2">{t("notices.quiet.hint")}</p>
        </div>
        <Switch
          label={t("notices.quiet.title")}
          checked={quiet !== null}
          onChange={(on) => onChange(on ? everyNight : null)}
        />
      </div>
      {quiet && (
        <div className="mt-4 grid gap-4">
          <div className="flex flex-wrap items-end gap-3">
            <TimeOfDay
              label={t("notices.quiet.from")}
              value={quiet.from}
              onChange={(from) => onChange({ ...quiet, from })}
            />
            <TimeOfDay
              label={t("notices.quiet.to")}
              value={quiet.to}
              onChange={(to) => onChange({ ...quiet, to })}
            />
            <p className="flex h-11 items-center text-s text-text-2">
              {quiet.to <= quiet.from && t("notices.quiet.nextDay")}
            </p>
          </div>
          <WeekDays
            label={t("notices.quiet.days")}
            lastDay={t("notices.quiet.lastDay")}
            days={quiet.days}
            onChange={(days) => onChange({ ...quiet, days })}
          />
          <ZoneSelect
            label={t("notices.quiet.zone")}
            value={quiet.time_zone ?? ""}
            none={t("notices.quiet.companyZone", { zone: companyZone.replaceAll("_", " ") })}
            onChange={(zone) => onChange({ ...quiet, time_zone: zone || null })}
          />
        </div>
      )}
    </section>
  );
}
