import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { PanelSection } from "../../../ui/PanelSection.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Clock } from "./Clock.tsx";

/** Milliseconds until the minutes of a clock that runs are fetched again. */
const again = 60_000;
/** The clocks that are shown at first. */
const few = 3;

/** The clocks of the ticket's response goals: what counted and what paused, day by day. */
export function TicketGoals({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const { ticketid, due, goal_paused, goal_missed, closed_on, reopened_on, priority, last_seq } = ticket;
  const { data, isError, refetch } = useQuery({
    // A change of one of these moves a clock.
    queryKey: [
      ...["ticket goals", ticketid, due, goal_paused, goal_missed],
      ...[closed_on, reopened_on, priority, last_seq],
    ],
    queryFn: ({ signal }) => call("showTicketGoals", { params: { ticketid }, signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === ticketid ? before : undefined),
    refetchInterval: closed_on === null && (due || goal_paused) ? again : false,
    staleTime: 0,
    gcTime: again,
  });
  if (data?.clocks.length === 0) return null;
  const clocks = data?.clocks ?? [];
  const shown = all ? clocks : clocks.slice(0, few);
  return (
    <PanelSection title={t("due.title")}>
      {!data && !isError && <Skeleton className="h-24" />}
      {!data && isError && <LoadFailed text={t("due.failed")} onRetry={() => refetch()} />}
      {data && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {shown.map((clock) => (
            <li key={`${clock.goal} ${clock.began_on}`}>
              <Clock clock={clock} zone={data.time_zone} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < clocks.length && (
        <Button size="small" onClick={() => setAll(true)}>
          {t("due.earlier", { count: clocks.length - shown.length })}
        </Button>
      )}
    </PanelSection>
  );
}
