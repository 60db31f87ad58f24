import { Tabs } from "@base-ui/react/tabs";
import { type ChannelState, channelStates } from "@parley/contract/channel-states";
import type { ChannelRow } from "@parley/contract/channels";
import { platforms } from "@parley/contract/platforms";
import type { Platform } from "@parley/contract/values";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { channelsQuery } from "../../api/queries.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Accounts } from "./Accounts.tsx";
import { usePlatformName } from "./name.ts";
import { channelLooks, isOffered } from "./registry.ts";

const shown = platforms.filter(isOffered);

/**
 * The communication services: for each platform the connected accounts, and how to connect one. The tab is in the
 * address; a section may open one.
 */
export function Channels({ section }: { section?: string }) {
  const platformName = usePlatformName();
  const tab =
    "flex items-center gap-2 rounded-chip px-3 py-1.5 text-s font-semibold text-text-2 data-active:bg-raised-2 data-active:text-text max-phone:min-h-11";
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const opened =
    shown.find((platform) => platform === search.get("service")) ??
    shown.find((platform) => section && channelLooks[platform].section === section) ??
    shown[0];
  const open = (service: Platform) =>
    void navigate({ search: `${new URLSearchParams({ service })}`, hash }, { replace: true });
  return (
    <Tabs.Root value={opened} onValueChange={open}>
      <Tabs.List className="mb-4 inline-flex flex-wrap gap-1 rounded-m border border-line bg-pane p-1">
        {shown.map((platform) => (
          <Tabs.Tab key={platform} value={platform} className={tab}>
            <Dot platform={platform} />
            {platformName(platform)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map((platform) => (
        <Tabs.Panel key={platform} value={platform}>
          <PlatformPanel platform={platform} />
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

function PlatformPanel({ platform }: { platform: Platform }) {
  const { t } = useTranslation();
  // Pressing the same account's button again resets its form.
  const [again, setAgain] = useState<{ account: ChannelRow; press: number }>();
  const { Connect, ownAccounts = false } = channelLooks[platform];
  if (!Connect) return <p className="py-10 text-center text-text-3">{t("channels.comingSoon")}</p>;
  const connectAgain = (account: ChannelRow) => setAgain({ account, press: (again?.press ?? 0) + 1 });
  const accounts = <Accounts platform={platform} onConnect={connectAgain} />;
  return (
    <>
      {!ownAccounts && accounts}
      <Suspense fallback={<Skeleton className="h-52 max-w-140 rounded-card" />}>
        <Connect key={again?.press} accounts={ownAccounts && accounts} again={again?.account} />
      </Suspense>
    </>
  );
}

const dots: Record<ChannelState, string> = { working: "bg-ok", attention: "bg-warn", broken: "bg-danger" };

/** The worst state among a platform's accounts. */
function Dot({ platform }: { platform: Platform }) {
  const { data = [] } = useQuery(channelsQuery);
  const states = data.filter((one) => one.platform === platform).map(({ state }) => state);
  const worst = channelStates.findLast((state) => states.includes(state));
  return <span aria-hidden="true" className={`size-2 rounded-full ${worst ? dots[worst] : "bg-text-3"}`} />;
}
