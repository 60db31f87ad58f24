import { useQuery } from "@tanstack/react-query";
import { Forward } from "lucide-react";
import { useTranslation } from "react-i18next";
import { shortenName } from "../../../ui/shorten.ts";
import { showWait } from "../../../ui/time.ts";
import { useMinute } from "../../../ui/use-minute.ts";
import { useProfile } from "../../session/viewer.ts";
import { offersQuery } from "./queries.ts";

/** The mark of a waiting ticket that is offered to an agent: to the viewer with the time that is left. */
export function OfferMark({ ticketid }: { ticketid: string }) {
  const { t, i18n } = useTranslation();
  const { userid } = useProfile();
  const { data } = useQuery(offersQuery);
  useMinute();
  const offer = data?.offers.find((one) => one.ticketid === ticketid);
  if (!offer) return null;
  const own = offer.userid === userid;
  const now = new Date();
  const left = showWait(
    now.toISOString(),
    new Date(Math.max(now.getTime(), Date.parse(offer.until))),
    i18n.language,
  );
  return (
    <span className={`flex gap-1 ${own ? "font-semibold text-accent-text" : ""}`}>
      <Forward size={13} aria-hidden="true" className="mt-[1px] shrink-0" />
      <span className="wrap-anywhere">
        {own
          ? `${t("routing.offer.you")} · ${t("routing.offer.left", { time: left })}`
          : t("routing.offer.other", { name: shortenName(offer.user_name) })}
      </span>
    </span>
  );
}
