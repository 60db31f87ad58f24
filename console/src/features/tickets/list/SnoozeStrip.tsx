import type { Snooze, Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { AlarmClock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { colleaguesQuery } from "../../../api/queries.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { shortenName } from "../../../ui/shorten.ts";
import { showDateTime } from "../../../ui/time.ts";
import { useProfile } from "../../session/viewer.ts";
import { useWake } from "./snooze.ts";

/** Says until when a ticket is snoozed and by whom, and ends it. */
export function SnoozeStrip({ ticket, snoozed }: { ticket: Ticket; snoozed: Snooze }) {
  const { t } = useTranslation();
  const wake = useWake(ticket);
  const name = useName(snoozed.by);
  const time = snoozed.until && showDateTime(snoozed.until);
  const text = time ? t("snooze.until", { time }) : t("snooze.untilClient");
  return (
    <Banner
      tone="ok"
      icon={<AlarmClock size={16} />}
      text={name ? t("snooze.by", { text, name: shortenName(name) }) : text}
    >
      {ticket.can.close && (
        <button
          type="button"
          disabled={wake.isPending}
          onClick={() => wake.mutate()}
          className="shrink-0 font-semibold text-accent-text underline max-phone:min-h-11"
        >
          {t("snooze.wake")}
        </button>
      )}
    </Banner>
  );
}

/** Null if a program did it, or the colleague is disabled. */
function useName(userid: string | null): string | null {
  const { userid: own, firstName, lastName } = useProfile();
  const { data: colleagues } = useQuery(colleaguesQuery);
  if (userid === own) return `${firstName} ${lastName}`;
  const colleague = colleagues?.find((one) => one.userid === userid);
  return colleague ? `${colleague.first_name} ${colleague.last_name}` : null;
}
