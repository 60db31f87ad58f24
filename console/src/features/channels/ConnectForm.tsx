import type { ChannelRow } from "@parley/contract/channels";
import type { Platform } from "@parley/contract/values";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { channelLooks } from "./registry.ts";
import { useConnected } from "./use-connected.ts";

type Props = {
  platform: Platform;
  accounts: ChannelRow[];
  again?: ChannelRow | undefined;
  focused?: boolean;
};

/** The form of a platform that connects an account. */
export function ConnectForm({ platform, accounts, again, focused = false }: Props) {
  const { t } = useTranslation();
  const onConnected = useConnected(platform);
  const { Connect } = channelLooks[platform];
  if (!Connect) return <p className="py-10 text-center text-text-3">{t("channels.comingSoon")}</p>;
  return (
    <Suspense fallback={<Skeleton className="h-52 max-w-140 rounded-card" />}>
      <Connect
        again={again}
        another={accounts.some((account) => account.platform === platform)}
        focused={focused}
        onConnected={onConnected}
      />
    </Suspense>
  );
}
