/** Counts what rules and routing did in a range. Both keep their decisions for 30 days. */
import { figureLimits } from "@parley/contract/figure-words";
import type { FigureFilter, Figures } from "@parley/contract/figures";
import type { OfferBasis } from "@parley/contract/routing-words";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { boundsOf, type Days } from "./range.ts";
import { ticketsOf } from "./tickets.ts";

/** Selects the runs of rules in these days. */
export function runsIn({ db, companyId }: Scope, days: Days) {
  const { from, until } = boundsOf(days);
  return db
    .selectFrom("rule_run")
    .where("rule_run.company_id", "=", companyId)
    .where("rule_run.time", ">=", from)
    .where("rule_run.time", "<", until);
}

/** Selects the offers `o` of routing in these days. */
export function offersIn({ db, companyId }: Scope, days: Days) {
  const { from, until } = boundsOf(days);
  return db
    .selectFrom("ticket_offer as o")
    .where("o.company_id", "=", companyId)
    .where("o.offered_on", ">=", from)
    .where("o.offered_on", "<", until);
}

export async function readRules(scope: Scope, filter: FigureFilter, days: Days): Promise<Figures["rules"]> {
  const runs = runsIn(scope, days)
    .innerJoin("rule", (join) =>
      join.onRef("rule.company_id", "=", "rule_run.company_id").onRef("rule.id", "=", "rule_run.rule_id"),
    )
    .innerJoin("rule_version", (join) =>
      join
        .onRef("rule_version.company_id", "=", "rule.company_id")
        .onRef("rule_version.rule_id", "=", "rule.id")
        .onRef("rule_version.version", "=", "rule.version"),
    )
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
  const ended = (how: string) => sql<number>`(count(*) filter (where o.ended = ${how}))::integer`;
  return offersIn(scope, days)
    .where("o.ticket_id", "in", ticketsOf(scope, filter).select("ticket.id"))
    .groupBy(basis)
    .select(basis.as("basis"))
    .select(sql<number>`count(*)::integer`.as("offers"))
    .select([ended("accepted").as("accepted"), ended("lapsed").as("lapsed")])
    .orderBy("offers", "desc")
    .orderBy("basis")
    .execute();
}
