import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { CloudOff, Inbox } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { openTicketsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { lazyPart, preloadedPart } from "../../../ui/lazy-part.ts";
import { PaneState } from "../../../ui/States.tsx";
import { asksForSnoozed, type ShownView } from "../views/shown-views.ts";
import { sortTickets, useSort } from "../views/sorting.ts";
import { useCounting } from "../views/use-counting.ts";
import { viewCountsQuery } from "../views/views-query.ts";
import { useChosenView } from "./chosen-view.ts";
import { foldSnoozed } from "./fold-snoozed.ts";
import { LoadingCards } from "./LoadingCards.tsx";
import { useRefusedTickets } from "./refused-tickets.ts";
import { useSelection } from "./selection.ts";
import { TicketList } from "./TicketList.tsx";
import { ViewList } from "./ViewList.tsx";

const SelectionBar = lazyPart(
  async () => (await import("./SelectionBar.tsx")).SelectionBar,
  "many",
  "closing",
  "reassign",
  "snooze",
  "tags",
);
const SnoozedFold = preloadedPart(async () => (await import("./SnoozedFold.tsx")).SnoozedFold);
const ViewActions = preloadedPart(async () => (await import("./ViewActions.tsx")).ViewActions, "views");
const ViewNotices = lazyPart(async () => (await import("./ViewNotices.tsx")).ViewNotices, "views", "reasons");
const RefusedTickets = lazyPart(async () => (await import("./RefusedTickets.tsx")).RefusedTickets, "many");

const none: Ticket[] = [];

/** The open tickets of a view. */
export function PendingTickets() {
  const { t } = useTranslation();
  const choosing = useSelection((selection) => selection.choosing);
  const refused = useRefusedTickets((many) => many.refused.length > 0);
  const { data: tickets, isPending, isError, isFetching, refetch } = useQuery(openTicketsQuery);
  const { key, views, view, zone, unknown, choose } = useChosenView();
  const counting = useCounting(tickets ?? none, views, zone);
  // The first tickets come alone, and the rest behind them.
  const whole = tickets !== undefined && !(isFetching && tickets.length === limits.openTicketsFirst);
  const counts = whole && counting ? counting.counts : null;
  const { data: counted = null } = useQuery({ ...viewCountsQuery, enabled: counts === null });
  if (isPending) return <LoadingCards />;
  if (isError && !tickets) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("tickets.failed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  const ready = view !== null && (counting !== null || view.key === "all");
  const chosen = view?.key === "all" ? tickets : (view && counting?.shown(view.key)) || none;
  return (
    <>
      {choosing ? (
        <Suspense fallback={<div className="mb-1 h-9 max-phone:h-11" />}>
          <SelectionBar shown={foldSnoozed(chosen).awake} />
        </Suspense>
      ) : (
        <ViewList views={views} chosen={key} counts={counts ?? counted} onChoose={choose}>
          <Suspense fallback={<div className="h-9 max-phone:h-11" />}>
            <ViewActions view={view} views={views} onChoose={choose} />
          </Suspense>
        </ViewList>
      )}
      {view?.view && (
        <Suspense>
          <ViewNotices view={view} onKept={choose} />
        </Suspense>
      )}
      {refused && (
        <Suspense>
          <RefusedTickets />
        </Suspense>
      )}
      {ready && (
        <ViewTickets view={view} tickets={chosen} empty={tickets.length === 0} onAll={() => choose("all")} />
      )}
      {!ready && !unknown && <LoadingCards />}
      {unknown && (
        <PaneState icon={<Inbox />} title={t("tickets.viewUnknown")}>
          <Button onClick={() => choose("all")}>{t("tickets.showAll")}</Button>
        </PaneState>
      )}
    </>
  );
}

type Props = { view: ShownView; tickets: Ticket[]; empty: boolean; onAll: () => void };

function ViewTickets({ view, tickets, empty, onAll }: Props) {
  const { t } = useTranslation();
  const sort = useSort(view);
  const sorted = sortTickets(tickets, sort);
  const { awake, snoozed } = asksForSnoozed(view) ? { awake: sorted, snoozed: none } : foldSnoozed(sorted);
  const fold = (
    <Suspense>
      <SnoozedFold tickets={snoozed} />
    </Suspense>
  );
  if (empty) {
    return (
      <PaneState icon={<Inbox />} title={t("tickets.emptyPending")} hint={t("tickets.emptyPendingHint")} />
    );
  }
  if (tickets.length === 0) {
    return (
      <PaneState icon={<Inbox />} title={t("tickets.emptySegment")}>
        {view.key !== "all" && <Button onClick={onAll}>{t("tickets.showAll")}</Button>}
      </PaneState>
    );
  }
  return <TicketList choosable tickets={awake} {...(snoozed.length > 0 && { end: fold })} />;
}
