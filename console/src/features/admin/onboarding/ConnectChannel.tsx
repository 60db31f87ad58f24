import { Tabs } from "@base-ui/react/tabs";
import type { Platform } from "@parley/contract/values";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { usePlatformName } from "../../channels/name.ts";
import { channelLooks } from "../../channels/registry.ts";
import { firstStepsQuery } from "./first-steps.ts";
import { PhoneLink } from "./PhoneLink.tsx";

type Offer = { platform: Platform; FirstStep: ComponentType<{ phone: ReactNode }> };

const offers = (Object.keys(channelLooks) as Platform[]).flatMap((platform): Offer[] => {
  const { FirstStep } = channelLooks[platform];
  return FirstStep ? [{ platform, FirstStep }] : [];
});

/** The first channel of a company: lists the platforms that are suited to begin with. */
export function ConnectChannel() {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const { data: firstSteps } = useQuery(firstStepsQuery);
  const phone = firstSteps?.phoneUrl ? <PhoneLink url={firstSteps.phoneUrl} /> : null;
  return (
    <Tabs.Root defaultValue={offers[0]?.platform} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Tabs.List
        aria-label={t("onboarding.channel.title")}
        className="mt-3 inline-flex gap-1 justify-self-start rounded-m border border-line bg-raised p-1"
      >
        {offers.map(({ platform }) => (
          <Tabs.Tab
            key={platform}
            value={platform}
            className="rounded-chip px-3 py-1.5 text-s font-semibold text-text-2 data-active:bg-pane data-active:text-text max-phone:min-h-11"
          >
            {platformName(platform)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {offers.map(({ platform, FirstStep }) => (
        <Tabs.Panel key={platform} value={platform}>
          <Suspense fallback={<Skeleton className="h-40 rounded-m" />}>
            <FirstStep phone={phone} />
          </Suspense>
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
