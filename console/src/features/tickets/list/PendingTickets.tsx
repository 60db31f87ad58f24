import { useQuery } from "@tanstack/react-query";
import { CloudOff, Inbox, ListChecks } from "lucide-react";
import { Suspense, useMemo } from "react";
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
import { useMentionedTickets } from "./mentioned.ts";
import { useRefusedTickets } from "./refused-tickets.ts";
import { SegmentSwitch } from "./SegmentSwitch.tsx";
import { SnoozedFold } from "./SnoozedFold.tsx";
import { SortChoice } from "./SortChoice.tsx";
import { chooseSegment, ticketsOf, useSegment, useSegmentSort } from "./segments.ts";
import { startChoosing, useSelection } from "./selection.ts";
import { sortTickets } from "./sort.ts";
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

/** Open tickets, all of them or a segment, in the order that the agent chose. */
export function PendingTickets() {
  const { t } = useTranslation();
  const { userid } = useProfile();
  const choosing = useSelection((selection) => selection.choosing);
  const refused = useRefusedTickets((many) => many.refused.length > 0);
  const segment = useSegment((state) => state.segment);
  const sort = useSegmentSort(segment, userid);
  const mentioned = useMentionedTickets();
  const { data: tickets, isPending, isError, refetch } = useQuery(openTicketsQuery);
  const shown = useMemo(
    () => sortTickets(ticketsOf({ tickets: tickets ?? [], mentioned }, segment, userid), sort),
    [tickets, mentioned, segment, userid, sort],
  );
  if (isPending) return <LoadingCards />;
  if (isError && !tickets) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("tickets.failed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  const none = (
    <PaneState icon={<Inbox />} title={t("tickets.emptyPending")} hint={t("tickets.emptyPendingHint")} />
  );
  if (tickets.length === 0 && mentioned.length === 0 && segment !== "mentions") return none;
  // Who was mentioned in a ticket may do to it nothing that is done to many.
  const choosable = segment !== "mentions";
  const { awake, snoozed } = foldSnoozed(shown);
  return (
    <>
      {choosing ? (
        <Suspense fallback={<div className="mb-1 h-9 max-phone:h-11" />}>
          <SelectionBar shown={awake} />
        </Suspense>
      ) : (
        <div className="mr-2.5 flex items-start">
          <SegmentSwitch tickets={tickets} mentioned={mentioned} />
          <span className="-mt-1 ml-auto flex">
            <SortChoice segment={segment} />
            {choosable && (
              <IconButton label={t("tickets.choose")} onClick={startChoosing}>
                <ListChecks size={17} />
              </IconButton>
            )}
          </span>
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
          choosable={choosable}
          tickets={awake}
          {...(snoozed.length > 0 && { end: <SnoozedFold tickets={snoozed} /> })}
        />
      ) : segment === "all" ? (
        none
      ) : (
        <PaneState icon={<Inbox />} title={t("tickets.emptySegment")}>
          <Button onClick={() => chooseSegment("all")}>{t("tickets.showAll")}</Button>
        </PaneState>
      )}
    </>
  );
}
