import type { SharedTicket } from "@parley/contract/tickets";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ChartColumn, CloudOff, Download, Ticket, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { addressOf } from "../../../api/address.ts";
import { Button } from "../../../ui/Button.tsx";
import { Sentinel } from "../../../ui/Sentinel.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { showDayIn } from "../../../ui/time.ts";
import { useViewer } from "../../session/viewer.ts";
import { writeFilter } from "../page/address-filter.ts";
import { ColumnChoice } from "../page/ColumnChoice.tsx";
import { exportLook } from "../page/export-look.ts";
import { PageTitle } from "../page/PageTitle.tsx";
import { deletedTicketsPath, figuresPath } from "../page/ticket-paths.ts";
import { DayChart } from "./DayChart.tsx";
import { Figures } from "./Figures.tsx";
import { Filters } from "./Filters.tsx";
import { readFilter } from "./filter.ts";
import { ticketDaysQuery, ticketTableQuery } from "./queries.ts";
import { TicketTable } from "./TicketTable.tsx";
import { useTicketColumns } from "./ticket-columns.ts";

/** All tickets as figures, chart and list. The filter is in the address, so that a number can link to its tickets. */
export function TicketsPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const columns = useTicketColumns();
  const table = useInfiniteQuery(ticketTableQuery(filter));
  const { sort, ...counted } = filter;
  const days = useQuery(ticketDaysQuery(counted));
  const tickets = table.data?.pages.flatMap((page) => page.tickets);
  const zone = table.data?.pages[0]?.figures?.timeZone;
  const today = showDayIn(new Date().toISOString(), zone);
  const failed = table.isError && !tickets;
  // The previous filter's tickets stay until the answer to this one arrives.
  const isOld = table.isPlaceholderData;
  const mayDelete = useViewer().abilities.has("deleteTickets");
  const fading = `transition-opacity duration-150 ${isOld ? "opacity-50" : ""}`;
  return (
    <>
      <PageTitle title={t("admin.tickets")}>
        <Link to={figuresPath} className={exportLook}>
          <ChartColumn size={16} aria-hidden="true" />
          <span className="max-phone:sr-only">{t("admin.figures")}</span>
        </Link>
        {mayDelete && (
          <Link to={deletedTicketsPath} className={exportLook}>
            <Trash2 size={16} aria-hidden="true" />
            <span className="max-phone:sr-only">{t("ticketTable.deleted")}</span>
          </Link>
        )}
        <a
          href={addressOf("exportTickets", { query: counted }).address}
          download="tickets.csv"
          className={exportLook}
        >
          <Download size={16} aria-hidden="true" />
          {t("ticketTable.export")}
        </a>
      </PageTitle>
      <div aria-busy={isOld} className={fading}>
        {!failed && (
          <Figures
            figures={table.data?.pages[0]?.figures}
            days={days.data ?? []}
            filter={filter}
            today={today}
          />
        )}
        <DayChart
          days={days.data}
          filter={filter}
          today={today}
          failed={days.isError}
          onRetry={() => void days.refetch()}
        />
      </div>
      <Filters filter={filter} onChange={(next) => setSearch(writeFilter(next), { replace: true })} />
      {failed && (
        <PaneState alert icon={<CloudOff />} title={t("ticketTable.failed")}>
          <Button onClick={() => table.refetch()}>{t("common.retry")}</Button>
        </PaneState>
      )}
      {table.isPending && <Skeleton className="h-[420px] rounded-card" />}
      {tickets?.length === 0 && (
        <PaneState icon={<Ticket />} title={t("ticketTable.noneFound")} hint={t("ticketTable.noneHint")} />
      )}
      {tickets && tickets.length > 0 && (
        <div aria-busy={isOld} className={fading}>
          <div className="mb-1.5 flex justify-end">
            <ColumnChoice list="tickets" columns={columns} />
          </div>
          {zone && <p className="mb-1.5 text-xs text-text-3">{t("ticketTable.zone", { zone })}</p>}
          <TicketTable tickets={unique(tickets)} zone={zone} sort={sort} />
        </div>
      )}
      {table.hasNextPage && !isOld && (
        <Sentinel key={table.data?.pages.length} onSeen={() => void table.fetchNextPage()} />
      )}
      {table.isFetchNextPageError && (
        <p role="alert" className="py-3 text-center text-s text-danger">
          {t("ticketTable.moreFailed")}{" "}
          <Button size="small" onClick={() => table.fetchNextPage()}>
            {t("common.retry")}
          </Button>
        </p>
      )}
      {tickets && tickets.length > 0 && !table.hasNextPage && (
        <p className="py-3 text-center text-s text-text-3">{t("ticketTable.tableEnd")}</p>
      )}
    </>
  );
}

/** A ticket whose due moment moved between two pages may be on both. */
const unique = (tickets: SharedTicket[]): SharedTicket[] => [
  ...new Map(tickets.map((ticket) => [ticket.ticketid, ticket])).values(),
];
