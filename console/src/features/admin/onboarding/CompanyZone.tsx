import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { ZoneSelect } from "../../../ui/ZoneSelect.tsx";
import { failureText } from "../../session/failure-text.ts";
import { companySettingsQuery } from "../settings/company-settings.ts";

/** The zone that registration read from the browser. Another is saved as soon as it is chosen. */
export function CompanyZone() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { queryKey } = companySettingsQuery;
  const { data } = useQuery(companySettingsQuery);
  const change = useMutation({
    mutationFn: (time_zone: string) => call("changeSettings", { body: { time_zone } }),
    onMutate: (time_zone) => cache.setQueryData(queryKey, (old) => old && { ...old, time_zone }),
    onSuccess: (saved) => cache.setQueryData(queryKey, saved),
    onError: async (error) => {
      toast(failureText(error, t), "danger");
      await cache.invalidateQueries({ queryKey });
    },
  });
  if (!data) return null;
  return (
    <div className="mt-5 rounded-card border border-line bg-pane px-6 py-4 max-phone:px-4">
      <ZoneSelect label={t("onboarding.zone")} value={data.time_zone} onChange={change.mutate}>
        <p className="text-xs text-text-3">{t("onboarding.zoneHint")}</p>
      </ZoneSelect>
    </div>
  );
}
