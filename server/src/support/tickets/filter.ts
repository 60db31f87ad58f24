import type { CountedFigure } from "@parley/contract/figure-words";
import type { Priority } from "@parley/contract/priorities";
import type { TicketFilter, TicketStages } from "@parley/contract/ticket-table";
import type { Expression, ExpressionBuilder, RawBuilder, SqlBool } from "kysely";
import { sql } from "kysely";
import type { Database } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { beginOf, companyTimeZone } from "../../people/company/time-zone.ts";
import { impliedBy } from "../conditions/narrowing.ts";
import { readingOf } from "../conditions/reading.ts";
import { holdsSql } from "../conditions/to-sql.ts";
import { hasValue } from "../fields/filter.ts";
import { visibleTo } from "../ticket/access.ts";
import { isOf } from "./of-client.ts";

declare module "../../floor/database/scope.ts" {
  interface Provided {
    /** A condition on `ticket`: the figure of the filter counts it. Refuses a range that the figures refuse. */
    isBehindFigure(scope: Scope, filter: FigureFilter, timeZone: string): RawBuilder<boolean>;
  }
}

export type FigureFilter = TicketFilter & { figure: CountedFigure };

/** The filter as a condition on tickets the actor may see. The days of `from` and `to` are those of `timeZone`. */
export async function matchesFilter(scope: Scope, filter: TicketFilter, timeZone: string) {
  const reading = filter.conditions && (await readingOf(scope, filter.conditions));
  const { figure } = filter;
  const behind = figure && scope.isBehindFigure(scope, { ...filter, figure }, await companyTimeZone(scope));
  return (eb: ExpressionBuilder<Database, "ticket">) => {
    const conditions: Expression<SqlBool>[] = [visibleTo(scope.actor)(eb)];
    if (filter.conditions && reading)
      conditions.push(...impliedBy(filter.conditions, reading), holdsSql(filter.conditions, reading));
    if (filter.department) conditions.push(eb("ticket.department_id", "=", filter.department));
    if (behind) conditions.push(behind);
    if (filter.agent && !behind) conditions.push(eb("ticket.handler_id", "=", filter.agent));
    if (filter.platform) conditions.push(eb("ticket.platform", "=", filter.platform));
    if (filter.channel) conditions.push(eb("ticket.channel_id", "=", filter.channel));
    if (filter.stage) conditions.push(inStage(eb, filter.stage));
    if (filter.priority) conditions.push(hasPriority(eb, filter.priority));
    if (filter.organisation) conditions.push(isOf({ organisation: filter.organisation }));
    if (filter.tag && !behind) conditions.push(hasTag(eb, filter.tag));
    const valued = hasValue("ticket", filter);
    if (valued) conditions.push(valued);
    const { from, to }: Pick<TicketFilter, "from" | "to"> = behind ? {} : filter;
    if (from) conditions.push(sql<boolean>`ticket.created_on >= ${beginOf(sql`${from}::date`, timeZone)}`);
    if (to) conditions.push(sql<boolean>`ticket.created_on < ${beginOf(sql`(${to}::date + 1)`, timeZone)}`);
    return eb.and(conditions);
  };
}

/** Tickets of the other priorities have an index, whose condition is repeated. */
function hasPriority(eb: ExpressionBuilder<Database, "ticket">, priority: Priority) {
  const has = eb("ticket.priority", "=", priority);
  return priority === "normal" ? has : eb.and([has, sql<boolean>`ticket.priority <> 'normal'`]);
}

function hasTag(eb: ExpressionBuilder<Database, "ticket">, tag: string) {
  return eb.exists(
    eb
      .selectFrom("ticket_tag")
      .select("ticket_tag.tag_id")
      .whereRef("ticket_tag.company_id", "=", "ticket.company_id")
      .whereRef("ticket_tag.ticket_id", "=", "ticket.id")
      .where("ticket_tag.tag_id", "=", tag),
  );
}

/** The SQL form of `stageOf`. */
function inStage(eb: ExpressionBuilder<Database, "ticket">, stage: TicketStages) {
  if (stage === "closed") return eb("ticket.closed_on", "is not", null);
  if (stage === "taken") return eb("ticket.accepted_on", "is not", null);
  const open = eb("ticket.closed_on", "is", null);
  if (stage === "open") return open;
  if (stage === "accepted") return eb.and([open, eb("ticket.handler_id", "is not", null)]);
  const waits = eb.and([open, eb("ticket.handler_id", "is", null)]);
  if (stage === "waiting") return waits;
  return eb.and([waits, eb("ticket.reopened_on", stage === "reopened" ? "is not" : "is", null)]);
}
