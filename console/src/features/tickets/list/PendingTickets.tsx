import { useQuery } from "@tanstack/react-query";
import { CloudOff, Inbox, ListChecks } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { openTicketsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { PaneState } from "../../../ui/States.tsx";
import { useProfile } from "../../session/viewer.ts";
import { OwnOutgoingRow } from "../outgoing/OwnOutgoingRow.tsx";
import { foldSnoozed } from "./fold-snoozed.ts";
import { LoadingCards } from "./LoadingCards.tsx";
import { useRefusedTickets } from "./refused-tickets.ts";
import { SegmentSwitch } from "./SegmentSwitch.tsx";
import { SnoozedFold } from "./SnoozedFold.tsx";
import { chooseSegment, ticketsOf, useSegment } from "./segments.ts";
import { startChoosing, useSelection } from "./selection.ts";
import { TicketList } from "./TicketList.tsx";

const SelectionBar = lazyPart(
  async () => (await import("./SelectionBar.tsx")).SelectionBar,
  "many",
  "closing",
  "reassign",
  "snooze",
  "tags",
);
const RefusedTickets = lazyPart(async () => (await import("./RefusedTickets.tsx")).RefusedTickets, "many");

/** Open tickets, newest activity first: all of them, or a segment. */
export function PendingTickets() {
  const { t } = useTranslation();
  const { userid } = useProfile();
  const choosing = useSelection((selection) => selection.choosing);
  const refused = useRefusedTickets((many) => many.refused.length > 0);
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
      {choosing ? (
        <Suspense fallback={<div className="mb-1 h-9 max-phone:h-11" />}>
          <SelectionBar shown={awake} />
        </Suspense>
      ) : (
        <div className="mr-2.5 flex items-start">
          <SegmentSwitch tickets={tickets} />
          <IconButton label={t("tickets.choose")} className="-mt-1 ml-auto" onClick={startChoosing}>
            <ListChecks size={17} />
          </IconButton>
        </div>
      )}
      <OwnOutgoingRow />
      {refused && (
        <Suspense>
          <RefusedTickets />
        </Suspense>
      )}
      {shown.length > 0 ? (
        <TicketList
          choosable
          tickets={awake}
          {...(snoozed.length > 0 && { end: <SnoozedFold tickets={snoozed} /> })}
        />
      ) : (
        <PaneState icon={<Inbox />} title={t("tickets.emptySegment")}>
          <Button onClick={() => chooseSegment("all")}>{t("tickets.showAll")}</Button>
        </PaneState>
      )}
    </>
  );
}
