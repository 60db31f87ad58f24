import type { ChannelRow } from "@parley/contract/channels";
import type { Platform } from "@parley/contract/values";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { channelsQuery } from "../../api/queries.ts";
import { Button } from "../../ui/Button.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Account } from "./Account.tsx";

/** Milliseconds: counts change with every message, without an event. */
const refetchInterval = 30_000;

/** The connected accounts of a platform; renders nothing without any. */
export function Accounts({
  platform,
  onConnect,
}: {
  platform: Platform;
  onConnect: (account: ChannelRow) => void;
}) {
  const { t } = useTranslation();
  const { data, isPending, refetch } = useQuery({ ...channelsQuery, refetchInterval });
  if (isPending) return <Skeleton className="mb-4 h-44 max-w-140 rounded-card" />;
  if (!data) {
    return (
      <p role="alert" className="mb-4 text-s text-danger">
        {t("channels.failed")} <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </p>
    );
  }
  const own = data.filter((account) => account.platform === platform);
  if (own.length === 0) return null;
  return (
    <ul aria-label={t("channels.accounts")} className="mb-4 flex flex-wrap items-start gap-4">
      {own.map((account) => (
        <Account key={account.channelid} account={account} onConnect={onConnect} />
      ))}
    </ul>
  );
}
