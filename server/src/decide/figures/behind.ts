/** The tickets behind a figure: those that `readFigures` counts for the same filter. */
import type { TicketFilter } from "@parley/contract/ticket-table";
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { invalid } from "../../floor/errors/errors.ts";
import type { FigureFilter } from "../../support/tickets/filter.ts";
import { offersIn, runsIn } from "./decisions.ts";
import { spansOf } from "./facts.ts";
import { measures } from "./measures.ts";
import { type Days, rangeOf } from "./range.ts";
import { ticketsOf } from "./tickets.ts";
import { momentAt } from "./waiting.ts";

const measureOf = {
  opened: measures.opened,
  reopened: measures.reopened,
  closed: measures.closed,
  received: measures.received,
  sent: measures.sent,
  rated: measures.rated,
  accepted: measures.accept,
  answered: measures.answer,
  goals_met: measures.goals_met,
  goals_missed: measures.goals_missed,
} as const;

/** Returns a condition on the query's `ticket`. Refuses a range that the figures refuse. */
export function isBehindFigure(scope: Scope, filter: FigureFilter, zone: string): RawBuilder<boolean> {
  const { figure } = filter;
  const range = rangeOf(filter, zone, scope.now);
  const days = { range, zone };
  const counted = ticketsOf(scope, filter).select("ticket.id");
  if (figure === "runs") {
    const runs = runsIn(scope, days).select("rule_run.ticket_id");
    const ofRule = runs.where(
      "rule_run.rule_id",
      "=",
      partOf(filter, /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i),
    );
    return sql`(ticket.id in ${ofRule} and ticket.id in ${counted})`;
  }
  if (figure === "offers" || figure === "accepted_offers" || figure === "lapsed_offers") {
    let offers = offersIn(scope, days)
      .select("o.ticket_id")
      .where(sql<boolean>`o.why ->> 'basis' = ${partOf(filter, /^[a-z_]+$/)}`);
    if (figure !== "offers")
      offers = offers.where("o.ended", "=", figure === "accepted_offers" ? "accepted" : "lapsed");
    return sql`(ticket.id in ${offers} and ticket.id in ${counted})`;
  }
  const spans = sql`${spansOf(scope, filter)} and f.first_day <= ${range.to}::date`;
  if (figure === "waited") return sql`ticket.id in (${waitedAt(scope, filter, { spans, ...days })})`;
  const facts = [sql`x.measure = ${measureOf[figure]}`];
  if (filter.agent) facts.push(sql`x.agent_id = ${filter.agent}`);
  if (filter.figure_of) {
    const [weekday, hour] = hourOf(filter);
    facts.push(sql`extract(isodow from x.day) = ${weekday} and x.bucket = ${hour}`);
  }
  return sql`ticket.id in (select f.ticket_id from figure_span f cross join unnest(f.facts) x
    where ${spans} and f.last_day >= ${range.from}::date and x.day between ${range.from}::date and ${range.to}::date
      and ${sql.join(facts, sql` and `)})`;
}

/** Selects those that waited when an hour of a weekday began, on one of the days until now. */
function waitedAt(
  scope: Scope,
  filter: TicketFilter,
  { spans, range, zone }: Days & { spans: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const [weekday, hour] = hourOf(filter);
  const now = momentAt(zone, scope.now);
  return sql`select f.ticket_id from figure_span f where ${spans} and (f.waits or f.last_day >= ${range.from}::date) and exists (
    select from generate_series(${range.from}::date, ${range.to}::date, interval '1 day') d
    where extract(isodow from d) = ${weekday} and (d::date, ${hour}::integer) <= (${now.day}::date, ${now.hour}::integer)
      and (select sum(case x.measure when ${measures.waits} then x.count else -x.count end) from unnest(f.facts) x
        where x.measure in (${measures.waits}, ${measures.waits_no_more}) and (x.day, x.bucket) < (d::date, ${hour}::integer)) > 0)`;
}

const hourOf = (filter: TicketFilter): number[] =>
  partOf(filter, /^[1-7]-\d\d$/)
    .split("-")
    .map(Number);

function partOf({ figure_of: of }: TicketFilter, form: RegExp): string {
  if (!of || !form.test(of)) throw invalid("value_out_of_range");
  return of;
}
