import type { TicketLine } from "@parley/contract/tickets";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { PanelSection } from "../../../ui/PanelSection.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Stars } from "../../../ui/Stars.tsx";
import { showDay } from "../../../ui/time.ts";
import { ticketsOfClientQuery } from "../../tickets/client/client-query.ts";
import { TicketLineLink } from "../../tickets/lines/TicketLineLink.tsx";

type Props = { clientid: string; ticketid: string; onLeave: (() => void) | undefined };

/** The client's tickets over all channels that the agent sees, newest first; each opens in place. */
export function ClientTickets({ clientid, ticketid, onLeave }: Props) {
  const { t } = useTranslation();
  const tickets = useInfiniteQuery(ticketsOfClientQuery(clientid));
  return (
    <PanelSection title={t("client.tickets")}>
      {tickets.isPending && <Skeleton className="h-24" />}
      {!tickets.data && tickets.isError && (
        <LoadFailed text={t("client.ticketsFailed")} onRetry={() => tickets.refetch()} />
      )}
      <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
        {tickets.data?.pages.flat().map((ticket) => (
          <li key={ticket.ticketid}>
            <Line ticket={ticket} here={ticket.ticketid === ticketid} onLeave={onLeave} />
          </li>
        ))}
      </ul>
      {tickets.hasNextPage && (
        <Button size="small" disabled={tickets.isFetchingNextPage} onClick={() => tickets.fetchNextPage()}>
          {t("client.more")}
        </Button>
      )}
    </PanelSection>
  );
}

type LineProps = { ticket: TicketLine; here: boolean; onLeave: (() => void) | undefined };

function Line({ ticket, here, onLeave }: LineProps) {
  const { t } = useTranslation();
  const { rating } = ticket;
  return (
    <TicketLineLink
      {...{ ticket, here }}
      onOpen={onLeave}
      className="gap-2.5 rounded-m px-2 py-1.5 max-phone:min-h-11"
    >
      <span className="flex flex-wrap items-center gap-x-2 text-xs text-text-3">
        {standing(t, ticket)}
        {rating !== null && <Stars rating={rating} size={11} bare />}
      </span>
    </TicketLineLink>
  );
}

function standing(t: ReturnType<typeof useTranslation>["t"], ticket: TicketLine): string {
  const { stage, closed_on, closed_by_name, reopened_on, user_name, created_on } = ticket;
  if (closed_on)
    return closed_by_name
      ? t("client.closedBy", { date: showDay(closed_on), name: closed_by_name })
      : t("client.closed", { date: showDay(closed_on) });
  if (stage === "accepted" && user_name)
    return t("client.handled", { date: showDay(created_on), name: user_name });
  return t("client.waits", { date: showDay(reopened_on ?? created_on) });
}
