import { useQuery } from "@tanstack/react-query";
import { CloudOff, Inbox } from "lucide-react";
import { useTranslation } from "react-i18next";
import { openTicketsQuery } from "../../api/queries.ts";
import { Button } from "../../ui/Button.tsx";
import { PaneState } from "../../ui/States.tsx";
import { LoadingCards } from "./LoadingCards.tsx";
import { TicketList } from "./TicketList.tsx";

/** Every open ticket, newest activity first. */
export function PendingTickets() {
  const { t } = useTranslation();
  const { data: tickets, isPending, isError, refetch } = useQuery(openTicketsQuery);
  if (isPending) return <LoadingCards />;
  if (isError && !tickets) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("tickets.failed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  if (tickets.length === 0) {
    return (
      <PaneState icon={<Inbox />} title={t("tickets.emptyPending")} hint={t("tickets.emptyPendingHint")} />
    );
  }
  return <TicketList tickets={tickets} />;
}
