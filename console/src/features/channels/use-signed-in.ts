import type { ChannelRow } from "@parley/contract/channels";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "../../ui/toast.ts";
import { usePlace } from "./tab/place.ts";

/** Says after a sign-in at a provider, which led back here, that the account is connected, and marks its card. */
export function useSignedIn(accounts: ChannelRow[] | undefined): void {
  const { t } = useTranslation();
  const { signedIn, go } = usePlace();
  const account = accounts?.find(({ channelid }) => channelid === signedIn);
  useEffect(() => {
    if (!account) return;
    toast(t("channels.connected", { name: account.name }));
    go({ service: account.platform }, { replace: true, state: { connected: account.channelid } });
  }, [account, go, t]);
}
