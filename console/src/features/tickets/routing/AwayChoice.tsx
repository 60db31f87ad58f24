import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { colleaguesQuery } from "../../../api/queries.ts";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { Select } from "../../../ui/Select.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { awayQuery } from "./queries.ts";

const nobody = "";

/** The switch that says an agent is away, and the choice of who takes over. */
export function AwayChoice({ userid }: { userid: string }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { data } = useQuery(awayQuery);
  const { data: colleagues = [] } = useQuery(colleaguesQuery);
  const set = useMutation({
    mutationFn: (to: { away: boolean; coverid: string | null }) =>
      call("setAway", { body: { userid, ...to } }),
    onSuccess: (list) => cache.setQueryData(awayQuery.queryKey, list),
    onError: (error) => toast(failureText(error, t), "danger"),
  });
  if (!data) return null;
  const away = data.away.find((one) => one.userid === userid);
  const others = colleagues
    .filter((one) => one.userid !== userid)
    .map((one) => ({ value: one.userid, label: `${one.first_name} ${one.last_name}` }));
  return (
    <div className="grid gap-2">
      <CheckRow
        label={t("routing.away.hint")}
        checked={away !== undefined}
        onChange={(on) => set.mutate({ away: on, coverid: null })}
      />
      {away && (
        <Select
          label={t("routing.away.cover")}
          value={away.cover?.userid ?? nobody}
          options={[{ value: nobody, label: t("routing.away.nobody") }, ...others]}
          onChange={(coverid) => set.mutate({ away: true, coverid: coverid || null })}
          className="max-w-80"
        />
      )}
    </div>
  );
}
