import type { ChannelRow } from "@parley/contract/channels";
import type { Platform } from "@parley/contract/values";
import { Unplug } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { PaneState } from "../../ui/States.tsx";
import { Account } from "./Account.tsx";
import { channelLooks } from "./registry.ts";
import { BackLink } from "./tab/BackLink.tsx";

type Props = {
  /** Undefined when it is not connected any more. */
  account: ChannelRow | undefined;
  service: Platform | undefined;
  view: string | undefined;
};

/** One account on a page of its own, or a view of it, such as its templates. */
export function AccountPage({ account, service, view }: Props) {
  const { t } = useTranslation();
  if (!account) {
    return (
      <div className="grid gap-3">
        <BackLink home={{ service }} />
        <PaneState icon={<Unplug />} title={t("channels.gone")} />
      </div>
    );
  }
  const { platform, channelid } = account;
  const View = view === undefined ? undefined : channelLooks[platform].views?.[view];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <BackLink key={view} home={View ? { service: platform, account: channelid } : { service: platform }} />
      <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
        {View ? <View key={view} account={account} /> : <Account key={channelid} account={account} />}
      </Suspense>
    </div>
  );
}
