import { Tabs } from "@base-ui/react/tabs";
import { type ChannelState, channelStates } from "@parley/contract/channel-states";
import type { ChannelRow } from "@parley/contract/channels";
import { platforms } from "@parley/contract/platforms";
import type { Platform } from "@parley/contract/values";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePlatformName } from "./name.ts";
import { isOffered } from "./registry.ts";
import { usePlace } from "./tab/place.ts";

type Props = { accounts: ChannelRow[]; opened: Platform | undefined; children: ReactNode };

const all = "all";

/** A tab for all accounts and one for each platform, with the worst state of its accounts. */
export function ServiceTabs({ accounts, opened, children }: Props) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const { go } = usePlace();
  const value = opened ?? all;
  const look =
    "flex shrink-0 items-center justify-center gap-2 rounded-chip px-3 py-1.5 text-s font-semibold text-text-2 transition duration-150 hover:text-text data-active:bg-raised-2 data-active:text-text max-phone:min-h-11 max-phone:min-w-11";
  return (
    <Tabs.Root
      value={value}
      onValueChange={(next) => go({ service: next === all ? undefined : next }, { replace: true })}
    >
      <Tabs.List
        aria-label={t("channels.services")}
        className="mb-4 flex w-fit max-w-full flex-wrap gap-1 rounded-m border border-line bg-pane p-1"
      >
        <Tabs.Tab value={all} className={look}>
          {t("channels.all")}
        </Tabs.Tab>
        {platforms.filter(isOffered).map((platform) => (
          <Tabs.Tab key={platform} value={platform} className={look}>
            <Dot states={accounts.filter((one) => one.platform === platform).map(({ state }) => state)} />
            {platformName(platform)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value} className="rounded-m outline-offset-4">
        {children}
      </Tabs.Panel>
    </Tabs.Root>
  );
}

const dots: Record<ChannelState, string> = { working: "bg-ok", attention: "bg-warn", broken: "bg-danger" };

function Dot({ states }: { states: ChannelState[] }) {
  const worst = channelStates.findLast((state) => states.includes(state));
  return (
    <span aria-hidden="true" className={`size-2 rounded-full ${worst ? dots[worst] : "bg-text-3/50"}`} />
  );
}
