import type { ChannelRow } from "@parley/contract/channels";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../api/client.ts";
import { toast } from "../../ui/toast.ts";
import { failureText } from "../session/failure-text.ts";
import { refetchChannels } from "./cache.ts";

type Change = "disconnect" | { name?: string; departmentid?: string | null };

/** Changes an account; a failure is shown in a toast. */
export function useChangeAccount({ channelid, name }: ChannelRow, onDisconnected?: () => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (change: Change) => {
      const params = { channelid };
      if (change === "disconnect") await call("disconnectChannel", { params });
      else await call("updateChannel", { params, body: change });
    },
    onSuccess: (_, change) => {
      if (change === "disconnect") onDisconnected?.();
    },
    onSettled: () => refetchChannels(cache, { tickets: true }),
    onError: (error) => toast(t("channels.changeFailed", { name, reason: failureText(error, t) }), "danger"),
  });
}
