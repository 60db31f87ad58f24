import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { CloudOff, Inbox } from "lucide-react";
import { Suspense, useMemo } from "react";
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
import { useListed } from "./listed.ts";
import { useMentionedTickets } from "./mentioned.ts";
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
const OwnOutgoingRow = preloadedPart(
  async () => (await import("../outgoing/OwnOutgoingRow.tsx")).OwnOutgoingRow,
);
const SnoozedFold = preloadedPart(async () => (await import("./SnoozedFold.tsx")).SnoozedFold);
const ViewActions = preloadedPart(async () => (await import("./ViewActions.tsx")).ViewActions, "views");
const ViewNotices = lazyPart(async () => (await import("./ViewNotices.tsx")).ViewNotices, "views", "reasons");
const RefusedTickets = lazyPart(async () => (await import("./RefusedTickets.tsx")).RefusedTickets, "many");

const none: Ticket[] = [];

/** The open tickets of a view, or those that the agent sees by a mention alone. */
export function PendingTickets() {
  const { t } = useTranslation();
  const choosing = useSelection((selection) => selection.choosing);
  const refused = useRefusedTickets((many) => many.refused.length > 0);
  const { data: tickets, isPending, isError, isFetching, refetch } = useQuery(openTicketsQuery);
  const mentioned = useMentionedTickets();
  const { key, views: all, view, zone, unknown, choose } = useChosenView();
  const counting = useCounting(tickets ?? none, all, zone);
  // The first tickets come alone, and the rest behind them.
  const complete = tickets !== undefined && !(isFetching && tickets.length === limits.openTicketsFirst);
  const counts = complete && counting ? counting.counts : null;
  const { data: counted = null } = useQuery({ ...viewCountsQuery, enabled: counts === null });
  if (isPending) return <LoadingCards />;
  if (isError && !tickets) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("tickets.failed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  const mentions = key === "mentions";
  // An agent who sees a ticket by a mention alone cannot change it together with others.
  const choosable = !mentions;
  const views = all.filter((one) => one.key !== "mentions" || mentions || mentioned.length > 0);
  const whole = { all: tickets, mentions: mentioned }[key];
  const ready = view !== null && (counting !== null || whole !== undefined);
  const chosen = whole ?? ((view && counting?.shown(view.key)) || none);
  return (
    <>
      {choosing ? (
        <Suspense fallback={<div className="mb-1 h-9 max-phone:h-11" />}>
          <SelectionBar shown={foldSnoozed(chosen).awake} />
        </Suspense>
      ) : (
        <ViewList
          views={views}
          chosen={key}
          counts={{ ...(counts ?? counted), mentions: mentioned.length }}
          onChoose={choose}
        >
          <Suspense fallback={<div className="h-9 max-phone:h-11" />}>
            <ViewActions view={view} views={all} choosable={choosable} onChoose={choose} />
          </Suspense>
        </ViewList>
      )}
      {view?.view && (
        <Suspense>
          <ViewNotices view={view} onKept={choose} />
        </Suspense>
      )}
      <Suspense>
        <OwnOutgoingRow />
      </Suspense>
      {refused && (
        <Suspense>
          <RefusedTickets />
        </Suspense>
      )}
      {ready && (
        <ViewTickets
          view={view}
          tickets={chosen}
          empty={tickets.length === 0 && !mentions}
          choosable={choosable}
          onAll={() => choose("all")}
        />
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

type Props = { view: ShownView; tickets: Ticket[]; empty: boolean; choosable: boolean; onAll: () => void };

function ViewTickets({ view, tickets, empty, choosable, onAll }: Props) {
  const { t } = useTranslation();
  const sort = useSort(view);
  const { awake, snoozed } = useMemo(() => {
    const sorted = sortTickets(tickets, sort);
    return asksForSnoozed(view) ? { awake: sorted, snoozed: none } : foldSnoozed(sorted);
  }, [tickets, sort, view]);
  useListed(awake);
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
  return <TicketList choosable={choosable} tickets={awake} {...(snoozed.length > 0 && { end: fold })} />;
}
