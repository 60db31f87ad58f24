import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useCompanyStatus } from "./company-status.ts";

const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

type Props = { value: string; onChange: (zone: string) => void };

/** Some four hundred zones: the system's own list is the one that is quick to type in and easy on a phone. */
export function TimeZone({ value, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { data: status } = useCompanyStatus();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-s font-semibold text-text-2">
        {t("settings.timeZone")}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="h-11 rounded-m border border-line-strong bg-raised px-3 text-s"
      >
        {(zones.includes(value) ? zones : [value, ...zones]).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll("_", " ")}
          </option>
        ))}
      </select>
      <p className="text-xs text-text-3">{t("settings.timeZoneHint")}</p>
      <p role="status" className="text-xs text-warn empty:hidden">
        {status?.counting_days && t("settings.countingDays")}
      </p>
    </div>
  );
}
