/** Counts what rules and routing did in a range. Both keep their decisions for 30 days. */
import { figureLimits } from "@parley/contract/figure-words";
import type { FigureFilter, Figures } from "@parley/contract/figures";
import type { OfferBasis } from "@parley/contract/routing-words";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { boundsOf, type Days } from "./range.ts";
import { ticketsOf } from "./tickets.ts";

export async function readRules(scope: Scope, filter: FigureFilter, days: Days): Promise<Figures["rules"]> {
  const { from, until } = boundsOf(days);
  const runs = scope.db
    .selectFrom("rule_run")
    .innerJoin("rule", (join) =>
      join.onRef("rule.company_id", "=", "rule_run.company_id").onRef("rule.id", "=", "rule_run.rule_id"),
    )
    .innerJoin("rule_version", (join) =>
      join
        .onRef("rule_version.company_id", "=", "rule.company_id")
        .onRef("rule_version.rule_id", "=", "rule.id")
        .onRef("rule_version.version", "=", "rule.version"),
    )
    .where("rule_run.company_id", "=", scope.companyId)
    .where("rule_run.time", ">=", from)
    .where("rule_run.time", "<", until)
    .where("rule_run.ticket_id", "in", ticketsOf(scope, filter).select("ticket.id"))
    .groupBy(["rule.id", "rule_version.name"])
    .select(["rule.id as ruleid", "rule_version.name"])
    .select(sql<number>`count(*)::integer`.as("runs"))
    .select(sql<number>`count(distinct rule_run.ticket_id)::integer`.as("tickets"))
    .orderBy("runs", "desc")
    .orderBy("rule.id")
    .limit(figureLimits.rules);
  return runs.execute();
}

const basis = sql<OfferBasis>`o.why ->> 'basis'`;

export async function readRoutes(scope: Scope, filter: FigureFilter, days: Days): Promise<Figures["routes"]> {
  const { from, until } = boundsOf(days);
  const ended = (how: string) => sql<number>`(count(*) filter (where o.ended = ${how}))::integer`;
  return scope.db
    .selectFrom("ticket_offer as o")
    .where("o.company_id", "=", scope.companyId)
    .where("o.offered_on", ">=", from)
    .where("o.offered_on", "<", until)
    .where("o.ticket_id", "in", ticketsOf(scope, filter).select("ticket.id"))
    .groupBy(basis)
    .select(basis.as("basis"))
    .select(sql<number>`count(*)::integer`.as("offers"))
    .select([ended("accepted").as("accepted"), ended("lapsed").as("lapsed")])
    .orderBy("offers", "desc")
    .orderBy("basis")
    .execute();
}
