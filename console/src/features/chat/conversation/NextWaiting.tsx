import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { openTicketsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { shortenName } from "../../../ui/shorten.ts";
import { useViewer } from "../../session/viewer.ts";
import { usePlace } from "../../tickets/list/place.ts";
import { ticketsOf } from "../../tickets/list/segments.ts";

/** Shown where no chat is open: the ticket that has waited longest for an agent. */
export function NextWaiting() {
  const { t } = useTranslation();
  const { go } = usePlace();
  const { id } = useViewer();
  const { data: tickets = [] } = useQuery({ ...openTicketsQuery, enabled: false });
  const next = ticketsOf({ tickets }, "waiting", id).find(({ snoozed }) => !snoozed);
  if (!next) return null;
  return (
    <Button onClick={() => go({ ticket: next.ticketid.slice(0, 8), view: "pending" })}>
      {t("chat.nextWaiting", { name: shortenName(next.client_name) })}
    </Button>
  );
}
