import { platforms } from "@parley/contract/platforms";
import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { usePlatformName } from "./name.ts";
import { PlatformLogo } from "./PlatformLogo.tsx";
import { channelLooks } from "./registry.ts";
import { PlaceLink } from "./tab/PlaceLink.tsx";

/** The platforms that can be connected, each with what it needs. */
export function PlatformChoice({ lead }: { lead?: string }) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  return (
    <>
      {lead && <p className="mb-4 text-text-2">{lead}</p>}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,264px),1fr))] gap-4">
        {platforms
          .filter((platform) => channelLooks[platform].Connect)
          .map((platform) => (
            <li
              key={platform}
              className="relative flex items-start gap-3.5 rounded-card border border-line bg-pane p-4 transition duration-150 hover:border-line-strong hover:bg-raised"
            >
              <PlatformLogo platform={platform} />
              <div className="min-w-0 flex-1">
                <h3 className="font-semibold">
                  <PlaceLink
                    to={{ service: platform, view: "connect" }}
                    className="after:absolute after:inset-0 after:rounded-card"
                  >
                    {platformName(platform)}
                  </PlaceLink>
                </h3>
                <p className="mt-0.5 text-s text-text-2">{t(`channels.kind.${platform}`)}</p>
              </div>
              <ChevronRight size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-text-3" />
            </li>
          ))}
      </ul>
    </>
  );
}
