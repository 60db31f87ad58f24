import { fillText } from "@parley/contract/automatic-text";
import type { ChannelRow } from "@parley/contract/channels";
import { showOpening } from "@parley/contract/opening-text";
import type { Language } from "@parley/contract/sessions";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { openingHoursQuery } from "../../../api/queries.ts";
import { PlatformMark } from "../../channels/PlatformMark.tsx";
import { useProfile } from "../../session/viewer.ts";

type Props = { text: string; language: Language; channels: ChannelRow[] };

/** The text as a bubble in each of its channels, with examples in place of its variables. */
export function Preview({ text, language, channels }: Props) {
  const { t } = useTranslation();
  const { companyName } = useProfile();
  const { data: hours } = useQuery(openingHoursQuery);
  if (text.trim() === "" || channels.length === 0) return null;
  const opening = hours?.company && hours.next_opening;
  const platforms = [...new Map(channels.map((channel) => [channel.platform, channel])).values()];
  const filled = fillText(text, {
    "client.first_name": "Rosa",
    "company.name": companyName,
    "department.name": t("automatic.variable.department"),
    "ticket.number": "4f81c2aa",
    next_opening: opening
      ? showOpening(new Date(opening), hours.company?.time_zone ?? hours.time_zone, language, new Date())
      : t("automatic.variable.next_opening"),
  });
  return (
    <section aria-label={t("automatic.preview")} className="grid gap-2">
      <h3 className="text-s font-semibold text-text-2">{t("automatic.preview")}</h3>
      <ul className="grid grid-cols-2 max-phone:grid-cols-1 gap-3">
        {platforms.map(({ channelid, platform, name }) => (
          <li
            key={channelid}
            className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2 rounded-m border border-line bg-bg p-3"
          >
            <p className="flex items-center gap-2 text-xs text-text-3">
              <PlatformMark platform={platform} className="size-5 rounded-full" iconClassName="size-3" />
              <span className="truncate">{name}</span>
            </p>
            <p
              lang={language}
              dir="auto"
              className="w-fit max-w-full rounded-card rounded-bl-[5px] border border-line bg-theirs px-3 py-2 text-s break-words whitespace-pre-wrap"
            >
              {filled}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
