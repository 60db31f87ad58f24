import { platforms } from "@parley/contract/platforms";
import type { EnteredTicketFilter, TicketDay, TicketFigures } from "@parley/contract/ticket-table";
import type { Platform } from "@parley/contract/values";
import { useQuery } from "@tanstack/react-query";
import { CheckCheck, Clock, Hourglass, Ticket } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { channelsQuery } from "../../../api/queries.ts";
import { showCount, showDecimal } from "../../../ui/number.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { usePlatformName } from "../../channels/name.ts";
import { channelLooks } from "../../channels/registry.ts";
import { Widget } from "../page/Widget.tsx";
import { filteredPath, lastDayOf, narrowed } from "./filter.ts";
import { lastDays } from "./last-days.ts";

type Props = {
  figures: TicketFigures | undefined;
  days: TicketDay[];
  filter: EnteredTicketFilter;
  today: string;
};

/** The number of days in a line. */
const lineDays = 30;

/** The figures of the tickets. Each number links to the tickets it counts. */
export function Figures({ figures, days, filter, today }: Props) {
  const { t, i18n } = useTranslation();
  const shown = (count: number) => showCount(count, i18n.language);
  const platformName = usePlatformName();
  const { data: accounts = [] } = useQuery(channelsQuery);
  if (!figures) {
    return (
      <div className="mb-3.5 grid gap-3.5 phone:grid-cols-2 lg:grid-cols-4">
        {[1, 2, 3, 4].map((one) => (
          <Skeleton key={one} className="h-[150px] rounded-card" />
        ))}
      </div>
    );
  }
  const to = (more: EnteredTicketFilter) => {
    const those = narrowed(filter, more);
    return those ? filteredPath(those) : undefined;
  };
  const part = (platform: Platform, count: number, more: EnteredTicketFilter = {}) => ({
    label: platformName(platform),
    count,
    to: to({ ...more, platform }),
  });
  const connected = new Set<Platform>(accounts.map(({ platform }) => platform));
  /** Covers the platforms that are connected, any that has tickets, and those whose figures are always shown. */
  const parts = (what: "Tickets" | "Closed", more?: EnteredTicketFilter) =>
    platforms
      .filter((one) => channelLooks[one].alwaysCounted || connected.has(one) || figures[`${one}Tickets`] > 0)
      .map((platform) => part(platform, figures[`${platform}${what}`], more));
  const open = {
    label: t("ticketTable.open"),
    count: figures.totalTickets - figures.closedTickets,
    to: to({ stage: "open" }),
  };
  const line = lastDays(days, lineDays, lastDayOf(filter, today));
  return (
    <div className="mb-3.5 grid gap-3.5 phone:grid-cols-2 lg:grid-cols-4">
      <Widget
        title={t("ticketTable.total")}
        icon={<Ticket size={15} />}
        count={shown(figures.totalTickets)}
        line={line.map(({ tickets }) => tickets)}
        to={to({})}
        parts={<Parts parts={parts("Tickets")} />}
      />
      <Widget
        title={t("ticketTable.pending")}
        icon={<Hourglass size={15} />}
        count={shown(figures.pendingTickets)}
        mainText={t("ticketTable.pendingHint")}
        to={to({ stage: "waiting" })}
        parts={<Parts parts={[open]} />}
      />
      <Widget
        title={t("ticketTable.acceptance")}
        icon={<Clock size={15} />}
        count={
          <>
            {figures.averageAcceptanceTime === 0
              ? 0
              : showDecimal(figures.averageAcceptanceTime, i18n.language, 2)}{" "}
            <span className="text-s font-medium text-text-3">{t("ticketTable.minutes")}</span>
          </>
        }
        mainText={figures.acceptanceWithinHours ? t("ticketTable.withinHours") : undefined}
        line={line.flatMap(({ acceptanceTime }) => (acceptanceTime === null ? [] : [acceptanceTime]))}
        to={to({ stage: "taken" })}
      />
      <Widget
        title={t("ticketTable.closed")}
        icon={<CheckCheck size={15} />}
        count={shown(figures.closedTickets)}
        line={line.map(({ closed }) => closed)}
        to={to({ stage: "closed" })}
        parts={<Parts parts={parts("Closed", { stage: "closed" })} />}
      />
    </div>
  );
}

type Part = { label: string; count: number; to: string | undefined };

function Parts({ parts }: { parts: Part[] }) {
  const { i18n } = useTranslation();
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-text-3 max-phone:flex-nowrap max-phone:gap-x-1.5">
      {parts.map(({ label, count, to }) => {
        const content = (
          <>
            {label} <b className="font-semibold text-text-2">{showCount(count, i18n.language)}</b>
          </>
        );
        const look =
          "pointer-events-auto rounded-chip tabular-nums max-phone:flex max-phone:min-h-11 max-phone:min-w-11 max-phone:flex-1 max-phone:flex-col max-phone:justify-center max-phone:leading-tight max-phone:hyphens-auto max-phone:wrap-anywhere";
        return to ? (
          <Link key={label} to={to} className={`${look} hover:text-accent-text hover:underline`}>
            {content}
          </Link>
        ) : (
          <span key={label} className={look}>
            {content}
          </span>
        );
      })}
    </p>
  );
}
