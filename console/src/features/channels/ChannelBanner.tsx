import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { Unplug } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { channelsQuery } from "../../api/queries.ts";
import { adminPaths } from "../../paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { reasonText } from "../../ui/reason-text.ts";
import { searchOf } from "./tab/place.ts";

/** Shown in a ticket of a faulty account: the reason, and for an administrator a link to the fix. */
export function ChannelBanner({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { data: accounts } = useQuery(channelsQuery);
  const account = accounts?.find(({ channelid }) => channelid === ticket.channel.channelid);
  if (account?.state !== "broken") return null;
  const { name, reason, mend, platform, channelid } = account;
  const page = {
    pathname: adminPaths.settings,
    search: searchOf({ service: platform, account: channelid }),
    hash: "#channels",
  };
  const parts = [t("channels.banner", { name }), reasonText(t, reason), t("channels.nothingLost")];
  return (
    <Banner tone="warn" icon={<Unplug size={16} />} text={parts.filter(Boolean).join(" ")}>
      {mend !== undefined && (
        <Link to={page} className="shrink-0 font-semibold text-accent-text underline">
          {t("channels.bannerLink")}
        </Link>
      )}
    </Banner>
  );
}
