import type { QuietHours } from "@parley/contract/notices";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Switch } from "../../../ui/Switch.tsx";
import { WeeklyTimes } from "../../../ui/WeeklyTimes.tsx";

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
          <WeeklyTimes
            texts={{
              from: t("notices.quiet.from"),
              to: t("notices.quiet.to"),
              nextDay: t("notices.quiet.nextDay"),
              days: t("notices.quiet.days"),
              lastDay: t("notices.quiet.lastDay"),
              zone: t("notices.quiet.zone"),
              companyZone: t("notices.quiet.companyZone", { zone: companyZone.replaceAll("_", " ") }),
            }}
            times={quiet}
            onChange={onChange}
          />
        </div>
      )}
    </section>
  );
}
