/** The tickets behind a figure: those that `readFigures` counts for the same filter. */
import type { CountedFigure } from "@parley/contract/figure-words";
import type { TicketFilter } from "@parley/contract/ticket-table";
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { invalid } from "../../floor/errors/errors.ts";
import { offersIn, runsIn } from "./decisions.ts";
import { measures } from "./measures.ts";
import { rangeOf } from "./range.ts";
import { ticketsOf } from "./tickets.ts";

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
export function isBehind(
  scope: Scope,
  filter: TicketFilter & { figure: CountedFigure },
  zone: string,
): RawBuilder<boolean> {
  const { figure } = filter;
  const range = rangeOf(filter, zone, scope.now);
  const days = { range, zone };
  if (figure === "runs") {
    const runs = runsIn(scope, days).select("rule_run.ticket_id");
    const ofRule = runs.where(
      "rule_run.rule_id",
      "=",
      partOf(filter, /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i),
    );
    return sql`(ticket.id in ${ofRule} and ticket.id in ${ticketsOf(scope, filter).select("ticket.id")})`;
  }
  if (figure === "offers" || figure === "accepted_offers" || figure === "lapsed_offers") {
    let offers = offersIn(scope, days)
      .select("o.ticket_id")
      .where(sql<boolean>`o.why ->> 'basis' = ${partOf(filter, /^[a-z_]+$/)}`);
    if (figure !== "offers")
      offers = offers.where("o.ended", "=", figure === "accepted_offers" ? "accepted" : "lapsed");
    return sql`(ticket.id in ${offers} and ticket.id in ${ticketsOf(scope, filter).select("ticket.id")})`;
  }
  const { department, channel, agent, tag } = filter;
  const { departments } = scope.actor;
  const spans = [sql`f.company_id = ${scope.companyId}`];
  if (departments !== "all") spans.push(sql`f.department_id = any(${departments}::uuid[])`);
  if (department) spans.push(sql`f.department_id = ${department}`);
  if (channel) spans.push(sql`f.channel_id = ${channel}`);
  if (tag) spans.push(sql`f.tags @> array[${tag}::uuid]`);
  const facts = [sql`x.measure = ${measureOf[figure]}`];
  if (agent) facts.push(sql`x.agent_id = ${agent}`);
  if (filter.figure_of) {
    const [weekday, hour] = partOf(filter, /^[1-7]-\d\d$/)
      .split("-")
      .map(Number);
    facts.push(sql`extract(isodow from x.day) = ${weekday} and x.bucket = ${hour}`);
  }
  return sql`ticket.id in (select f.ticket_id from figure_span f cross join unnest(f.facts) x
    where ${sql.join(spans, sql` and `)} and f.last_day >= ${range.from}::date and f.first_day <= ${range.to}::date
      and x.day between ${range.from}::date and ${range.to}::date and ${sql.join(facts, sql` and `)})`;
}

function partOf({ figure_of: of }: TicketFilter, form: RegExp): string {
  if (!of || !form.test(of)) throw invalid("value_out_of_range");
  return of;
}
