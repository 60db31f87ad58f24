import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { profileQuery } from "../../../api/queries.ts";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useProfile } from "../../session/viewer.ts";

/** Switches whether what one sends can be taken back for some seconds. */
export function TakeBackChoice() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { takeBack } = useProfile();
  const change = useMutation({
    mutationFn: (take_back: boolean) => call("changeTakeBack", { body: { take_back } }),
    onSuccess: (profile) => cache.setQueryData(profileQuery.queryKey, profile),
    onError: (error) => toast(failureText(error, t), "danger"),
  });
  return (
    <CheckRow label={t("profile.takeBackHint")} checked={takeBack} onChange={(on) => change.mutate(on)} />
  );
}
