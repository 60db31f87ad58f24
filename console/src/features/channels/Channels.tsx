import { Tabs } from "@base-ui/react/tabs";
import { platforms } from "@parley/contract/platforms";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Accounts } from "./Accounts.tsx";
import { usePlatformName } from "./name.ts";
import { channelLooks, isOffered } from "./registry.ts";

const shown = platforms.filter(isOffered);

/** The communication services: of each platform the connected accounts, and how to connect one. */
export function Channels() {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const tab =
    "rounded-chip px-3 py-1.5 text-s font-semibold text-text-2 data-active:bg-raised-2 data-active:text-text max-phone:min-h-11";
  return (
    <Tabs.Root defaultValue={shown[0]}>
      <Tabs.List className="mb-4 inline-flex gap-1 rounded-m border border-line bg-pane p-1">
        {shown.map((platform) => (
          <Tabs.Tab key={platform} value={platform} className={tab}>
            {platformName(platform)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map((platform) => {
        const { Connect } = channelLooks[platform];
        return (
          <Tabs.Panel key={platform} value={platform}>
            {Connect ? (
              <>
                <Accounts platform={platform} />
                <Suspense fallback={<Skeleton className="h-52 max-w-140 rounded-card" />}>
                  <Connect />
                </Suspense>
              </>
            ) : (
              <p className="py-10 text-center text-text-3">{t("channels.comingSoon")}</p>
            )}
          </Tabs.Panel>
        );
      })}
    </Tabs.Root>
  );
}
