import { platforms } from "@parley/contract/platforms";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { AccountPage } from "./AccountPage.tsx";
import { AddChannel } from "./AddChannel.tsx";
import { accountsQuery } from "./accounts-query.ts";
import { ConnectPage } from "./ConnectPage.tsx";
import { Overview } from "./Overview.tsx";
import { channelLooks } from "./registry.ts";
import { usePlace } from "./tab/place.ts";
import { useSignedIn } from "./use-signed-in.ts";

type Props = {
  title: string;
  /** A section of the settings that shows the accounts of one platform. */
  section?: string;
};

/** The communication services: all accounts, those of a platform, one of them, or the form that connects one. */
export function Channels({ title, section }: Props) {
  const { t } = useTranslation();
  const { place, failed } = usePlace();
  const { data: accounts, isPending, refetch } = useQuery(accountsQuery);
  const own = platforms.find((platform) => section && channelLooks[platform].section === section);
  const service = place.service ?? own;
  useSignedIn(accounts);
  if (isPending) return <Skeleton className="h-72 rounded-card" />;
  if (!accounts) {
    return (
      <p role="alert" className="text-s text-danger">
        {t("channels.failed")} <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </p>
    );
  }
  const account = accounts.find(({ channelid }) => channelid === place.account);
  if (place.view === "connect" || failed) {
    if (!service) return <AddChannel />;
    return <ConnectPage key={service} platform={service} accounts={accounts} again={account} />;
  }
  if (place.account) return <AccountPage account={account} service={service} view={place.view} />;
  return <Overview title={title} accounts={accounts} service={service} withTabs={!own} />;
}
