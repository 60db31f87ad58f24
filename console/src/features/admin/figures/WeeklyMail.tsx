import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Switch } from "../../../ui/Switch.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";

const weeklyQuery = queryOptions({
  queryKey: ["admin", "figure mail"],
  queryFn: ({ signal }) => call("getFigureMail", { signal }),
});

/** Asks for the figures by mail, or stops them. */
export function WeeklyMail() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { data } = useQuery(weeklyQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: (weekly: boolean) => call("saveFigureMail", { body: { weekly } }),
    onSuccess: (saved) => cache.setQueryData(weeklyQuery.queryKey, saved),
    onError: (error) =>
      toast(t("ticketTable.figures.weeklyFailed", { reason: failureText(error, t) }), "danger"),
  });
  if (!data) return null;
  return (
    <div id="weekly" className="mt-3.5 flex items-center gap-2.5 text-s">
      <Switch
        label={t("ticketTable.figures.weekly")}
        checked={data.weekly}
        disabled={isPending}
        onChange={(weekly) => mutate(weekly)}
      />
      <span aria-hidden="true">{t("ticketTable.figures.weekly")}</span>
    </div>
  );
}
