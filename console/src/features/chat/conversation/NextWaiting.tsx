import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { openTicketsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { shortenName } from "../../../ui/shorten.ts";
import { usePlace } from "../../tickets/list/place.ts";
import { sortTickets } from "../../tickets/views/sorting.ts";

/** Shown where no chat is open: the ticket that has waited longest for an agent. */
export function NextWaiting() {
  const { t } = useTranslation();
  const { go } = usePlace();
  const { data: tickets = [] } = useQuery({ ...openTicketsQuery, enabled: false });
  const waiting = tickets.filter(({ userid, snoozed }) => !userid && !snoozed);
  const [next] = sortTickets(waiting, "waiting");
  if (!next) return null;
  return (
    <Button onClick={() => go({ ticket: next.ticketid.slice(0, 8), view: "pending" })}>
      {t("chat.nextWaiting", { name: shortenName(next.client_name) })}
    </Button>
  );
}
