import { limits } from "@parley/contract/limits";
import type { DeletedTicket, DeletedTickets } from "@parley/contract/tickets";
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { ChevronLeft, CloudOff, Trash2, Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { adminPaths } from "../../../paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { DataTable, inSight } from "../../../ui/DataTable.tsx";
import { FactCard, FactCards } from "../../../ui/FactCards.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { shortenName } from "../../../ui/shorten.ts";
import { tableLook } from "../../../ui/table.ts";
import { showDateTime } from "../../../ui/time.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { usePlatformName } from "../../channels/name.ts";
import { useRestoreTicket } from "../../tickets/list/deleting.ts";
import { refetchOptions } from "../page/long-list.ts";
import { PageTitle } from "../page/PageTitle.tsx";

const day = 24 * 3_600_000;

const deletedTicketsQuery = infiniteQueryOptions({
  queryKey: keys.deletedTickets,
  queryFn: ({ pageParam: before, signal }) => call("listDeletedTickets", { query: { before }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ tickets, more }: DeletedTickets) => (more ? tickets.at(-1)?.ticketid : undefined),
  ...refetchOptions,
});

/** Tickets that were deleted within thirty days, the last one first. An administrator restores them. */
export function DeletedTicketsPage() {
  const { t } = useTranslation();
  const list = useInfiniteQuery(deletedTicketsQuery);
  const tickets = list.data?.pages.flatMap((page) => page.tickets);
  const failed = list.isError && !tickets;
  return (
    <>
      <Link
        to={adminPaths.tickets}
        className="mb-2 inline-flex items-center gap-1 text-s text-text-2 hover:text-text max-phone:min-h-11"
      >
        <ChevronLeft size={16} aria-hidden="true" />
        {t("admin.tickets")}
      </Link>
      <PageTitle title={t("deleting.page")} note={t("deleting.pageNote")} />
      {list.isPending && <Skeleton className="h-[420px] rounded-card" />}
      {failed && (
        <PaneState alert icon={<CloudOff />} title={t("deleting.listFailed")}>
          <Button onClick={() => list.refetch()}>{t("common.retry")}</Button>
        </PaneState>
      )}
      {tickets?.length === 0 && <PaneState icon={<Trash2 />} title={t("deleting.none")} />}
      {tickets && tickets.length > 0 && <Deleted tickets={tickets} />}
      {list.isFetchNextPageError && (
        <p role="alert" className="pt-3 text-center text-s text-danger">
          {t("deleting.listFailed")}
        </p>
      )}
      {list.hasNextPage && (
        <p className="py-3 text-center">
          <Button size="small" disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {t("deleting.more")}
          </Button>
        </p>
      )}
    </>
  );
}

function Deleted({ tickets }: { tickets: DeletedTicket[] }) {
  const { t } = useTranslation();
  const phone = usePhone();
  if (phone)
    return (
      <FactCards label={t("deleting.page")}>
        {tickets.map((ticket) => (
          <Card key={ticket.ticketid} ticket={ticket} />
        ))}
      </FactCards>
    );
  const titles = [
    t("deleting.ticket"),
    t("deleting.client"),
    t("deleting.left"),
    t("deleting.by"),
    t("deleting.department"),
    t("deleting.platform"),
    t("deleting.messages"),
    t("deleting.restore"),
  ];
  return (
    <DataTable label={t("deleting.page")} titles={titles} dense>
      {tickets.map((ticket) => (
        <Row key={ticket.ticketid} ticket={ticket} />
      ))}
    </DataTable>
  );
}

function Row({ ticket }: { ticket: DeletedTicket }) {
  const { id, client, kept, platform } = useShown(ticket);
  const cell = tableLook.denseCell;
  return (
    <tr className={tableLook.row}>
      <td className={`${cell} font-mono text-xs font-semibold`}>{id}</td>
      <td className={`${cell} min-w-24 wrap-anywhere`} title={ticket.client_name}>
        {client}
      </td>
      <td className={`${cell} min-w-16`}>{kept}</td>
      <td className={`${cell} min-w-24 wrap-anywhere`}>
        <DeletedBy ticket={ticket} />
      </td>
      <td className={`${cell} wrap-anywhere`}>{ticket.department_name}</td>
      <td className={cell}>{platform}</td>
      <td className={`${cell} tabular-nums`}>{ticket.messages}</td>
      <td className={`${cell} ${inSight}`}>
        <RestoreButton ticket={ticket} />
      </td>
    </tr>
  );
}

/** Shows on a phone what a row of the table shows elsewhere. */
function Card({ ticket }: { ticket: DeletedTicket }) {
  const { t } = useTranslation();
  const { id, client, kept, platform } = useShown(ticket);
  return (
    <FactCard
      head={
        <>
          <span className="font-mono text-s font-semibold">{id}</span>
          <span className="ml-auto">
            <RestoreButton ticket={ticket} />
          </span>
        </>
      }
      facts={[
        [t("deleting.client"), client],
        [t("deleting.left"), kept],
        [t("deleting.by"), <DeletedBy key="by" ticket={ticket} />],
        [t("deleting.department"), ticket.department_name],
        [t("deleting.platform"), platform],
        [t("deleting.messages"), String(ticket.messages)],
      ]}
    />
  );
}

/** A row and a card show these alike. */
function useShown(ticket: DeletedTicket) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const count = Math.max(1, Math.ceil((Date.parse(ticket.kept_until) - Date.now()) / day));
  return {
    id: ticket.ticketid.slice(0, limits.shortIdLength),
    client: <bdi>{shortenName(ticket.client_name)}</bdi>,
    kept: t("deleting.days", { count }),
    platform: platformName(ticket.platform),
  };
}

function DeletedBy({ ticket }: { ticket: DeletedTicket }) {
  return (
    <>
      <span className="block">{ticket.deleted_by_name}</span>
      <time dateTime={ticket.deleted_on} className="text-xs whitespace-nowrap text-text-3 tabular-nums">
        {showDateTime(ticket.deleted_on)}
      </time>
    </>
  );
}

function RestoreButton({ ticket }: { ticket: DeletedTicket }) {
  const { t } = useTranslation();
  const restore = useRestoreTicket();
  const id = ticket.ticketid.slice(0, limits.shortIdLength);
  return (
    <Button
      size="small"
      icon={<Undo2 size={14} />}
      disabled={restore.isPending}
      aria-label={t("deleting.restoreOne", { id })}
      onClick={() => restore.mutate({ ticketid: ticket.ticketid })}
    >
      {t("deleting.restore")}
    </Button>
  );
}
