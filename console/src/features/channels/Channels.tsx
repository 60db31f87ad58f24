import { Tabs } from "@base-ui/react/tabs";
import { type ChannelState, channelStates } from "@parley/contract/channel-states";
import { platforms } from "@parley/contract/platforms";
import type { Platform } from "@parley/contract/values";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { channelsQuery } from "../../api/queries.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Accounts } from "./Accounts.tsx";
import { usePlatformName } from "./name.ts";
import { channelLooks, isOffered } from "./registry.ts";

const shown = platforms.filter(isOffered);

/** The communication services: of each platform the connected accounts, and how to connect one. A section or the address may open its tab. */
export function Channels({ section }: { section?: string }) {
  const platformName = usePlatformName();
  const tab =
    "flex items-center gap-2 rounded-chip px-3 py-1.5 text-s font-semibold text-text-2 data-active:bg-raised-2 data-active:text-text max-phone:min-h-11";
  const [search] = useSearchParams();
  const opened = shown.find((platform) =>
    section ? channelLooks[platform].section === section : platform === search.get("service"),
  );
  return (
    <Tabs.Root defaultValue={opened ?? shown[0]}>
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
  const form = useRef<HTMLDivElement>(null);
  const { Connect, ownAccounts = false } = channelLooks[platform];
  if (!Connect) return <p className="py-10 text-center text-text-3">{t("channels.comingSoon")}</p>;
  const accounts = <Accounts platform={platform} onConnect={() => focusOn(form.current)} />;
  return (
    <>
      {!ownAccounts && accounts}
      <div ref={form}>
        <Suspense fallback={<Skeleton className="h-52 max-w-140 rounded-card" />}>
          <Connect accounts={ownAccounts && accounts} />
        </Suspense>
      </div>
    </>
  );
}

/** Its first field; where it asks first, the last of its choices: connecting one more account replaces none. */
function focusOn(form: HTMLElement | null): void {
  const field = form?.querySelector("input") ?? [...(form?.querySelectorAll("button") ?? [])].at(-1);
  field?.focus();
}

const dots: Record<ChannelState, string> = { working: "bg-ok", attention: "bg-warn", broken: "bg-danger" };

/** The worst state among a platform's accounts. */
function Dot({ platform }: { platform: Platform }) {
  const { data = [] } = useQuery(channelsQuery);
  const states = data.filter((one) => one.platform === platform).map(({ state }) => state);
  const worst = channelStates.findLast((state) => states.includes(state));
  return <span aria-hidden="true" className={`size-2 rounded-full ${worst ? dots[worst] : "bg-text-3"}`} />;
}
