import { useQuery } from "@tanstack/react-query";
import { CloudOff, Inbox } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { VList, type VListHandle } from "virtua";
import { openTicketsQuery } from "../../api/queries.ts";
import { Button } from "../../ui/Button.tsx";
import { PaneState } from "../../ui/States.tsx";
import { LoadingCards } from "./LoadingCards.tsx";
import { usePlace } from "./place.ts";
import { isTicket, TicketCard } from "./TicketCard.tsx";

/** Every open ticket, newest activity first; only what is in view is in the page. */
export function PendingTickets() {
  const { t } = useTranslation();
  const { ticket: open } = usePlace();
  const { data: tickets, isPending, isError, refetch } = useQuery(openTicketsQuery);
  const list = useRef<VListHandle>(null);
  const index = tickets?.findIndex((ticket) => isTicket(ticket, open)) ?? -1;
  const shown = useRef<string | null>(null);
  useEffect(() => {
    // Only choosing scrolls; a ticket that moves up the list does not drag the reader along.
    if (index < 0 || shown.current === open) return;
    shown.current = open;
    list.current?.scrollToIndex(index, { align: "nearest" });
  }, [open, index]);

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
  return (
    <VList ref={list} role="list" data={tickets} itemSize={96} className="min-h-0 flex-1 px-2 pb-3">
      {(ticket) => (
        // biome-ignore lint/a11y/useSemanticElements: virtual rows stand in wrappers, where an li would have no list
        <div key={ticket.ticketid} role="listitem">
          <TicketCard ticket={ticket} open={isTicket(ticket, open)} />
        </div>
      )}
    </VList>
  );
}
