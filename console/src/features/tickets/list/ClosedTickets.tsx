import { useInfiniteQuery } from "@tanstack/react-query";
import { Archive, CloudOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { closedTicketsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Sentinel } from "../../../ui/Sentinel.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { LoadingCards } from "./LoadingCards.tsx";
import { TicketList } from "./TicketList.tsx";

/** Closed tickets by tens; the next ten load when the end scrolls into view. */
export function ClosedTickets() {
  const { t } = useTranslation();
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(closedTicketsQuery);
  if (isPending) return <LoadingCards />;
  const tickets = data?.pages.flat() ?? [];
  if (isError && tickets.length === 0) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("tickets.failed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  if (tickets.length === 0 && !hasNextPage) {
    return (
      <PaneState icon={<Archive />} title={t("tickets.emptyClosed")} hint={t("tickets.emptyClosedHint")} />
    );
  }
  const retry = isError && (
    <Button className="mx-auto my-3 flex" onClick={() => fetchNextPage()}>
      {t("common.retry")}
    </Button>
  );
  const loading = isFetchingNextPage && (
    <div role="status" aria-label={t("tickets.loadingMore")}>
      <LoadingCards />
    </div>
  );
  const sentinel = hasNextPage && <Sentinel onSeen={() => void fetchNextPage()} />;
  return <TicketList tickets={tickets} end={loading || retry || sentinel || undefined} />;
}
