/**
 * Measures how fast the Tickets section counts and lists: one company with a million tickets beside a second one, with
 * the routes' queries. Prints a table and the plan of the count. `node test/bench/figures.ts [tickets]`
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TicketFilter } from "@parley/contract/ticket-table";
import { type AgentActor, agentActor } from "../../server/src/floor/actors/actor.ts";
import { startEmbedded } from "../../server/src/floor/database/embedded.ts";
import { migrate } from "../../server/src/floor/database/migrate.ts";
import { createPool } from "../../server/src/floor/database/pool.ts";
import { inCompanyAs, type Scope } from "../../server/src/floor/database/scope.ts";
import { viewDepartments } from "../../server/src/people/departments/overview.ts";
import { countByDay, countTickets } from "../../server/src/support/tickets/figures.ts";
import { listFirstTickets, listMoreTickets } from "../../server/src/support/tickets/table.ts";
import { countByDepartment } from "../../server/src/support/totals/totals.ts";
import { quiet } from "../log.ts";
import { workContext } from "./work-context.ts";

const tickets = Number(process.argv[2] ?? 1_000_000);
const rounds = 20;

const dataDir = mkdtempSync(join(tmpdir(), "parley-figures-"));
const server = await startEmbedded({ dataDir, log: quiet, durable: false });
const pool = createPool(server.url, { log: quiet });
try {
  await migrate(pool);
  const companyId = await plant();
  const context = workContext(pool);
  const actor = agentActor({
    companyId,
    id: companyId,
    role: "admin",
    departmentid: companyId,
    departmentids: [companyId],
    name: "bench",
  });
  const ask = <Answer>(work: (scope: Scope<AgentActor>) => Promise<Answer>) =>
    inCompanyAs(context, actor, work);
  const month = new Date(Date.now() - 30 * 24 * 3_600_000).toISOString().slice(0, 10);
  const deep = await ask((scope) => listMoreTickets(scope, { offset: tickets - 1000 }));
  const after = deep.at(-1)?.ticketid;
  const rows: [string, () => Promise<unknown>][] = [
    ["figures of every ticket", () => ask((scope) => countTickets(scope, {}))],
    ["figures of 30 days", () => ask((scope) => countTickets(scope, { from: month }))],
    ["figures of one platform", () => ask((scope) => countTickets(scope, { platform: "viber" }))],
    ["by day, everything", () => ask((scope) => countByDay(scope, {}))],
    ["by day, 30 days", () => ask((scope) => countByDay(scope, { from: month }))],
    ["departments", () => ask((scope) => viewDepartments(scope, countByDepartment))],
    ["first page", () => ask((scope) => listFirstTickets(scope, {}))],
    [
      "first page, pending",
      () => ask((scope) => listFirstTickets(scope, { stage: "pending" } as TicketFilter)),
    ],
    ["last page, by its place", () => ask((scope) => listMoreTickets(scope, { offset: 0, after }))],
    ["last page, by offset", () => ask((scope) => listMoreTickets(scope, { offset: tickets - 1000 }))],
  ];
  console.log(
    `${tickets} tickets in one company, ${tickets / 10} in another; milliseconds of ${rounds} rounds\n`,
  );
  for (const [name, run] of rows) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now();
      await run();
      times.push(performance.now() - startedAt);
    }
    times.sort((a, b) => a - b);
    const at = (part: number) => (times[Math.min(rounds - 1, Math.floor(part * rounds))] ?? 0).toFixed(1);
    console.log(`${name.padEnd(26)} p50 ${at(0.5).padStart(8)}   p95 ${at(0.95).padStart(8)}`);
  }
  const { rows: plan } = await pool.query(`explain (analyze, costs off, timing off)
    select platform, sum(tickets), sum(closed), sum(pending), sum(accepted), sum(waited) from (
      select platform, tickets, closed, pending, accepted, waited from ticket_total
        where company_id = '${companyId}' and span = 'month'
      union all
      select platform, tickets, closed, pending, accepted, waited from ticket_total_change where company_id = '${companyId}')
    counted group by platform`);
  console.log(`\n${plan.map((line) => line["QUERY PLAN"]).join("\n")}`);
} finally {
  await pool.end();
  await server.stop();
  rmSync(dataDir, { recursive: true });
}

/** Tickets of three years, nearly all closed, without messages, which none of these queries reads. */
async function plant(): Promise<string> {
  const [big] = await Promise.all([company(tickets), company(tickets / 10)]);
  // The worker does this every ten seconds.
  await pool.query("select add_up_ticket_totals()");
  await pool.query("vacuum analyze");
  return big;
}

async function company(count: number): Promise<string> {
  const { rows } = await pool.query(
    `with c as (insert into company (name) values ('bench') returning company_id),
      d as (insert into department (company_id, name) select company_id, 'D' || n from c, generate_series(1, 10) n returning *),
      a as (insert into agent (company_id, department_id, username, first_name, last_name, email, password_hash)
        select company_id, id, name, name, name, id || '@bench.example', '' from d returning *),
      h as (insert into channel (company_id, platform, external_id, name, credentials)
        select company_id, 'telegram', company_id::text, 'bench', '' from c returning *),
      l as (insert into client (company_id, name, short_id) select company_id, 'Client ' || n, n from c, generate_series(1, 1000) n returning *),
      i as (insert into client_identity (company_id, channel_id, external_id, client_id)
        select l.company_id, h.id, l.name, l.id from l, h returning *)
    select company_id from c`,
  );
  const companyId: string = rows[0].company_id;
  await pool.query(
    `insert into ticket (company_id, client_id, channel_id, client_external_id, thread, platform, department_id, handler_id,
      created_on, accepted_on, closed_on, updated_on, rating)
    select i.company_id, i.client_id, i.channel_id, i.external_id, i.external_id || '/' || n,
      (array['telegram', 'whatsapp', 'viber', 'web'])[1 + n % 4], a.department_id,
      case when n > 900 then a.id end, t, case when n > 900 then t + n % 900 * interval '1 second' end,
      case when n > 900 then t + interval '2 hours' end, t, case when n % 3 = 0 then 1 + n % 3 end
    from generate_series(1, $2::integer) n
    join (select *, row_number() over () as place from client_identity where company_id = $1) i on i.place = 1 + n % 1000
    join (select *, row_number() over () as place from agent where company_id = $1) a on a.place = 1 + n % 10
    cross join lateral (select now() - n * (interval '1095 days' / $2::integer) as t) moment
    where n > 900 or n <= 900`,
    [companyId, count],
  );
  return companyId;
}
