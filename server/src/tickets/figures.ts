/** What the Tickets section counts. Read from the index `ticket_figures` alone; measured in docs/decisions/050-figures.md. */
import type { TicketDay, TicketFigures, TicketFilter } from "@parley/contract/ticket-table";
import { type Platform, platforms } from "@parley/contract/values";
import { sql } from "kysely";
import type { AgentActor, Scope } from "../database/scope.ts";
import { companyZone, matching } from "./filter.ts";

const minutesToAcceptance = sql<
  string | null
>`avg(extract(epoch from ticket.accepted_on - ticket.created_on)) / 60`;

export async function countTickets(scope: Scope<AgentActor>, filter: TicketFilter): Promise<TicketFigures> {
  const rows = await scope.db
    .selectFrom("ticket")
    .select((eb) => [
      eb.fn.countAll<string>().as("tickets"),
      eb.fn.countAll<string>().filterWhere("ticket.closed_on", "is not", null).as("closed"),
      eb.fn
        .countAll<string>()
        .filterWhere((f) => f.and([f("ticket.closed_on", "is", null), f("ticket.handler_id", "is", null)]))
        .as("pending"),
      eb.fn.count<string>("ticket.accepted_on").as("accepted"),
      minutesToAcceptance.as("minutes"),
      "ticket.platform",
    ])
    .where("ticket.company_id", "=", scope.companyId)
    .where(matching(scope.actor, filter, await companyZone(scope)))
    .groupBy("ticket.platform")
    .execute();
  const of = (platform: string) => rows.find((row) => row.platform === platform);
  const sum = (what: "tickets" | "closed" | "pending" | "accepted") =>
    rows.reduce((total, row) => total + Number(row[what]), 0);
  const waited = rows.reduce((total, row) => total + Number(row.minutes ?? 0) * Number(row.accepted), 0);
  return {
    totalTickets: sum("tickets"),
    whatsappTickets: Number(of("whatsapp")?.tickets ?? 0),
    telegramTickets: Number(of("telegram")?.tickets ?? 0),
    viberTickets: Number(of("viber")?.tickets ?? 0),
    webTickets: Number(of("web")?.tickets ?? 0),
    pendingTickets: sum("pending"),
    averageAcceptanceTime: sum("accepted") > 0 ? twoDecimals(waited / sum("accepted")) : 0,
    closedTickets: sum("closed"),
    whatsappClosed: Number(of("whatsapp")?.closed ?? 0),
    telegramClosed: Number(of("telegram")?.closed ?? 0),
  };
}

/** So many days at most are drawn. */
const mostDays = 366;

type DayRow = {
  day: string;
  platform: Platform;
  tickets: string;
  closed: string;
  accepted: string;
  minutes: string | null;
};

/** The newest 366 days of the filter on which a ticket was opened, oldest first. */
export async function countByDay(scope: Scope<AgentActor>, filter: TicketFilter): Promise<TicketDay[]> {
  const zone = await companyZone(scope);
  const day = sql<string>`to_char(ticket.created_on at time zone ${sql.lit(zone)}, 'YYYY-MM-DD')`;
  const rows = await scope.db
    .selectFrom("ticket")
    .select((eb) => [
      day.as("day"),
      "ticket.platform",
      eb.fn.countAll<string>().as("tickets"),
      eb.fn.countAll<string>().filterWhere("ticket.closed_on", "is not", null).as("closed"),
      eb.fn.count<string>("ticket.accepted_on").as("accepted"),
      minutesToAcceptance.as("minutes"),
    ])
    .where("ticket.company_id", "=", scope.companyId)
    .where(matching(scope.actor, filter, zone))
    .groupBy([day, "ticket.platform"])
    .orderBy(day, "desc")
    .limit(mostDays * platforms.length)
    .execute();
  const days = Map.groupBy(rows as DayRow[], (row) => row.day);
  return [...days]
    .slice(0, mostDays)
    .reverse()
    .map(([name, parts]) => viewDay(name, parts));
}

function viewDay(day: string, parts: DayRow[]): TicketDay {
  const sum = (what: "tickets" | "closed" | "accepted") =>
    parts.reduce((total, part) => total + Number(part[what]), 0);
  const waited = parts.reduce((total, part) => total + Number(part.minutes ?? 0) * Number(part.accepted), 0);
  return {
    day,
    tickets: sum("tickets"),
    closed: sum("closed"),
    platforms: Object.fromEntries(parts.map((part) => [part.platform, Number(part.tickets)])),
    acceptanceTime: sum("accepted") > 0 ? twoDecimals(waited / sum("accepted")) : null,
  };
}

const twoDecimals = (value: number) => Math.max(0, Math.round(value * 100) / 100);
