import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { openTicketsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { shortenName } from "../../../ui/shorten.ts";
import { firstOffered, useOffered } from "../../tickets/list/next-ticket.ts";
import { usePlace } from "../../tickets/list/place.ts";
import { sortTickets } from "../../tickets/views/sorting.ts";

/**
 * Shown where no chat is open: after a closing the next ticket of the list, else the one that has waited longest for an
 * agent.
 */
export function NextWaiting() {
  const { t } = useTranslation();
  const { go } = usePlace();
  const { data: tickets = [] } = useQuery({ ...openTicketsQuery, enabled: false });
  const offered = firstOffered(
    useOffered(({ ids }) => ids),
    tickets,
  );
  const waiting = tickets.filter(({ userid, snoozed }) => !userid && !snoozed);
  const next = offered ?? sortTickets(waiting, "waiting")[0];
  if (!next) return null;
  const name = shortenName(next.client_name);
  return (
    <Button
      aria-keyshortcuts={offered && "j"}
      onClick={() => go({ ticket: next.ticketid.slice(0, 8), view: "pending" })}
    >
      {t(offered ? "chat.next" : "chat.nextWaiting", { name })}
      {offered && (
        <span
          aria-hidden="true"
          className="rounded-chip border border-line-strong px-1.5 font-mono text-[10.5px] text-text-2 max-phone:hidden"
        >
          J
        </span>
      )}
    </Button>
  );
}
