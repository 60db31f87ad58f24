/** Explains which rules ran in a ticket, which did not, and why. */

import { ruleEventNames, ruleLimits, ruleWaits } from "@parley/contract/rule-words";
import type { explainQuery, Judgement, TicketRules } from "@parley/contract/rules";
import { sql } from "kysely";
import type { z } from "zod";
import type { Scope } from "../../floor/database/scope.ts";
import { nameIn, nameReferred } from "../../support/conditions/referred.ts";
import { accessTicket } from "../../support/ticket/access.ts";
import { membersOf } from "../../support/ticket/merged.ts";
import { type Kept, readKept } from "./kept.ts";
import { namedIn, type RuleDefinition, viewSettings } from "./rows.ts";

type Row = { time: Date; occasion: string; heard: string; judged: string };

/** The newest first, with those of tickets that were merged into it. */
export async function explainRules(
  scope: Scope,
  id: string,
  { before }: z.output<typeof explainQuery>,
): Promise<TicketRules> {
  const ticket = await accessTicket(scope, id, "see");
  const [time, occasion] = before?.split("~") ?? [null, null];
  const { rows } = await sql<Row>`select time, occasion, heard, judged from rule_judgement
    where company_id = ${scope.companyId} and ticket_id = any(${membersOf(ticket)}::uuid[])
      and time > ${new Date(scope.now.getTime() - ruleLimits.kept)}
      and (${time}::timestamptz is null or (time, occasion) < (${time}::timestamptz, ${occasion}::text))
    order by time desc, occasion desc limit ${ruleLimits.shown + 1}`.execute(scope.db);
  const shown = rows.slice(0, ruleLimits.shown).map((row) => ({ ...row, kept: readKept(row.judged) }));
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  const versions = await readVersions(
    scope,
    shown.flatMap(({ kept }) => kept),
  );
  const idOf = new Map(versions.map(({ number, id: ruleId }) => [number, ruleId]));
  return {
    judgements: shown.map((row) => viewJudgement(row, idOf)),
    before: last ? `${last.time.toISOString()}~${last.occasion}` : null,
    versions: await viewVersions(scope, versions),
  };
}

function viewJudgement({ time, heard, kept }: Row & { kept: Kept[] }, idOf: Map<number, string>): Judgement {
  return {
    time: time.toISOString(),
    event: ruleEventNames.find((name) => name === heard) ?? null,
    wait: ruleWaits.find((name) => name === heard) ?? null,
    rules: kept.flatMap(({ number, version, outcome, leaves, reason }) => {
      const ruleid = idOf.get(number);
      return ruleid ? [{ ruleid, version, outcome, leaves, reason: reason ?? null }] : [];
    }),
  };
}

type Version = RuleDefinition & {
  id: string;
  number: number;
  version: number;
  newest: boolean;
  enabled: boolean;
};

/** The versions that were judged, of deleted rules too, and the newest of each rule there is. */
async function readVersions({ db, companyId }: Scope, kept: Kept[]): Promise<Version[]> {
  const judged = JSON.stringify(kept.map(({ number, version }) => ({ number, version })));
  const { rows } =
    await sql<Version>`select rule.id, rule.number, v.version, v.name, v.departments, v.heard, v.condition,
      v.actions, v.stops, v.version = rule.version and rule.deleted_on is null as newest, rule.enabled_on is not null as enabled
    from rule join rule_version v on v.company_id = rule.company_id and v.rule_id = rule.id
    where rule.company_id = ${companyId} and (v.version = rule.version and rule.deleted_on is null
      or (rule.number, v.version) in (select number, version
        from jsonb_to_recordset(${judged}::jsonb) j (number integer, version integer)))
    order by rule.place, rule.number, v.version desc limit 1000`.execute(db);
  return rows;
}

async function viewVersions(scope: Scope, versions: Version[]): Promise<TicketRules["versions"]> {
  const named = await nameReferred(scope, versions.flatMap(namedIn));
  return versions.map((row) => ({
    ...viewSettings(row),
    now: row.newest,
    enabled: row.enabled,
    refers: namedIn(row).map(nameIn(named)),
  }));
}
