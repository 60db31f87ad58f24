import { useTranslation } from "react-i18next";
import { ZoneSelect } from "../../../ui/ZoneSelect.tsx";
import { useCompanyStatus } from "./company-status.ts";

type Props = { value: string; onChange: (zone: string) => void };

export function TimeZone({ value, onChange }: Props) {
  const { t } = useTranslation();
  const { data: status } = useCompanyStatus();
  return (
    <ZoneSelect label={t("settings.timeZone")} value={value} onChange={onChange}>
      <p className="text-xs text-text-3">{t("settings.timeZoneHint")}</p>
      <p role="status" className="text-xs text-warn empty:hidden">
        {status?.counting_days && t("settings.countingDays")}
      </p>
    </ZoneSelect>
  );
}
