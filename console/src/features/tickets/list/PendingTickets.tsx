import { useQuery } from "@tanstack/react-query";
import { CloudOff, Inbox } from "lucide-react";
import { useTranslation } from "react-i18next";
import { openTicketsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { useProfile } from "../../session/viewer.ts";
import { foldSnoozed } from "./fold-snoozed.ts";
import { LoadingCards } from "./LoadingCards.tsx";
import { SegmentSwitch } from "./SegmentSwitch.tsx";
import { SnoozedFold } from "./SnoozedFold.tsx";
import { chooseSegment, ticketsOf, useSegment } from "./segments.ts";
import { TicketList } from "./TicketList.tsx";

/** Open tickets, newest activity first: all of them, or a segment. */
export function PendingTickets() {
  const { t } = useTranslation();
  const { userid } = useProfile();
  const segment = useSegment((state) => state.segment);
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
  const shown = ticketsOf(tickets, segment, userid);
  const { awake, snoozed } = foldSnoozed(shown);
  return (
    <>
      <SegmentSwitch tickets={tickets} />
      {shown.length > 0 ? (
        <TicketList tickets={awake} {...(snoozed.length > 0 && { end: <SnoozedFold tickets={snoozed} /> })} />
      ) : (
        <PaneState icon={<Inbox />} title={t("tickets.emptySegment")}>
          <Button onClick={() => chooseSegment("all")}>{t("tickets.showAll")}</Button>
        </PaneState>
      )}
    </>
  );
}
