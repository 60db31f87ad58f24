import type { ChannelRow } from "@parley/contract/channels";
import type { Platform } from "@parley/contract/values";
import { Plus } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { SectionTitle } from "../../ui/SectionTitle.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { AccountCard } from "./AccountCard.tsx";
import { ConnectForm } from "./ConnectForm.tsx";
import { PlatformChoice } from "./PlatformChoice.tsx";
import { channelLooks } from "./registry.ts";
import { ServiceTabs } from "./ServiceTabs.tsx";
import { linkLooks } from "./tab/link-looks.ts";
import { PlaceLink } from "./tab/PlaceLink.tsx";
import { usePlace } from "./tab/place.ts";
import { useConnected } from "./use-connected.ts";

type Props = {
  title: string;
  accounts: ChannelRow[];
  /** The platform whose accounts are shown; all without. */
  service: Platform | undefined;
  withTabs: boolean;
};

/** The accounts of all platforms, or of one. Where there are none it leads to the first. */
export function Overview({ title, accounts, service, withTabs }: Props) {
  const { t } = useTranslation();
  const shown = service ? accounts.filter(({ platform }) => platform === service) : accounts;
  const content =
    shown.length > 0 ? (
      <Cards accounts={shown} service={service} />
    ) : service ? (
      <ConnectForm platform={service} accounts={accounts} />
    ) : (
      <PlatformChoice lead={t("channels.none")} />
    );
  return (
    <>
      <SectionTitle title={title}>
        {shown.length > 0 && (
          <PlaceLink to={{ service, view: "connect" }} className={linkLooks.primary}>
            <Plus size={16} aria-hidden="true" />
            {t(service ? "channels.connectAnother" : "channels.add")}
          </PlaceLink>
        )}
      </SectionTitle>
      {withTabs ? (
        <ServiceTabs accounts={accounts} opened={service}>
          {content}
        </ServiceTabs>
      ) : (
        content
      )}
    </>
  );
}

function Cards({ accounts, service }: Pick<Props, "accounts" | "service">) {
  const { t } = useTranslation();
  const { connected } = usePlace();
  const look = service && channelLooks[service];
  const detailed = look?.detailsOnCards ?? false;
  return (
    <div className="grid gap-4">
      <ul
        aria-label={t("channels.accounts")}
        className={`grid gap-4 ${detailed ? "grid-cols-[repeat(auto-fit,minmax(min(100%,400px),1fr))]" : "grid-cols-[repeat(auto-fill,minmax(min(100%,264px),1fr))]"}`}
      >
        {accounts.map((account) => (
          <AccountCard
            key={account.channelid}
            account={account}
            detailed={detailed}
            marked={account.channelid === connected}
          />
        ))}
      </ul>
      {service && <Below service={service} />}
    </div>
  );
}

function Below({ service }: { service: Platform }) {
  const onConnected = useConnected(service);
  const { BelowAccounts } = channelLooks[service];
  if (!BelowAccounts) return null;
  return (
    <Suspense fallback={<Skeleton className="h-16 rounded-card" />}>
      <BelowAccounts onConnected={onConnected} />
    </Suspense>
  );
}
