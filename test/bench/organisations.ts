/**
 * `npm run bench -- --organisations`: what the list of 20 000 organisations, and the page of one of 50 000 clients, take among 225 000
 * tickets, for an administrator and for an agent of one department. Asked as the routes ask, without HTTP.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Role } from "@parley/contract/abilities";
import { type AgentActor, agentActor } from "../../server/src/floor/actors/actor.ts";
import { startEmbedded } from "../../server/src/floor/database/embedded.ts";
import { migrate } from "../../server/src/floor/database/migrate.ts";
import { createPool } from "../../server/src/floor/database/pool.ts";
import { inCompanyAs, type Scope } from "../../server/src/floor/database/scope.ts";
import { listClients, listMoreClients } from "../../server/src/support/clients/list.ts";
import { accessOrganisation } from "../../server/src/support/organisations/access.ts";
import { listOrganisations, listTicketsOfOrganisation } from "../../server/src/support/organisations/list.ts";
import { viewOrganisation } from "../../server/src/support/organisations/view.ts";
import { countTickets } from "../../server/src/support/tickets/figures.ts";
import { listFirstTickets } from "../../server/src/support/tickets/table.ts";
import { quiet } from "../log.ts";
import { spreadOf } from "./measure.ts";
import { copyTables, type Scale, scaleOf, tablesOf } from "./scale-data.ts";
import { printTable, type Row } from "./table.ts";
import { workContext } from "./work-context.ts";

const rounds = 40;
const tickets = 225_000;
const goal = 100;
/** Figures are counted from all its tickets: here 150 000. */
const figuresGoal = 500;

type Subject = { organisation: string; name: string };
type Work = (scope: Scope<AgentActor>, last: string | undefined) => Promise<string | undefined>;

const works = ({ organisation }: Subject): [string, Work][] => [
  ["the list", async (scope) => (await listOrganisations(scope, {})).organisations.at(-1)?.organisationid],
  [
    "the list, its next page",
    async (scope, last) =>
      (await listOrganisations(scope, { after: last })).organisations.at(-1)?.organisationid,
  ],
  ["the list, searched", async (scope) => String((await listOrganisations(scope, { search: "99" })).total)],
  [
    "its page",
    async (scope) => (await viewOrganisation(scope, await accessOrganisation(scope, organisation))).name,
  ],
  ["its clients", async (scope) => (await listClients(scope, { organisation })).clients.at(-1)?.clientid],
  [
    "its clients, the next page",
    async (scope, after) =>
      (await listMoreClients(scope, { offset: 20, after, organisation })).at(-1)?.clientid,
  ],
  [
    "its tickets",
    async (scope) => (await listTicketsOfOrganisation(scope, organisation, undefined)).at(-1)?.ticketid,
  ],
  [
    "its tickets, the next page",
    async (scope, last) => (await listTicketsOfOrganisation(scope, organisation, last)).at(-1)?.ticketid,
  ],
  ["its figures", async (scope) => String((await countTickets(scope, { organisation })).totalTickets)],
  [
    "the table of its tickets",
    async (scope) => (await listFirstTickets(scope, { organisation })).at(-1)?.ticketid,
  ],
];

export async function measureOrganisations(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-organisations-"));
  const server = await startEmbedded({ dataDir, log: quiet, durable: false });
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  process.once("exit", remove);
  const pool = createPool(server.url, { log: quiet });
  try {
    await migrate(pool);
    const scale = await build(pool);
    const rows: Row[] = [];
    for (const role of ["admin", null] as const)
      for (const subject of await subjectsOf(pool, scale))
        rows.push(...(await measure(pool, scale, role, subject)));
    printTable(rows);
  } finally {
    await pool.end();
    await server.stop();
    process.off("exit", remove);
    remove();
  }
}

async function build(pool: ReturnType<typeof createPool>): Promise<Scale> {
  const sizes = [tickets, 3_000];
  const scale = scaleOf(0, tickets);
  const client = await pool.connect();
  try {
    const tables = tablesOf(sizes).filter(({ table }) => !table.startsWith("message"));
    for (const { table } of tables) await client.query(`alter table ${table} no force row level security`);
    await copyTables(client, tables);
    for (const { table } of tables) await client.query(`alter table ${table} force row level security`);
    await client.query(
      `insert into organisation (company_id, name, created_on)
       select $1, case n when 0 then 'The large one' else 'Organisation ' || n end, now() - n * interval '1 minute'
       from generate_series(0, 19999) n`,
      [scale.companyId],
    );
    await client.query(
      `with numbered as (select id, row_number() over (order by created_on, id) - 1 as n from client where company_id = $1),
       o as (select id, row_number() over (order by created_on desc) - 1 as n from organisation where company_id = $1)
       update client c set organisation_id = o.id from numbered join o
         on o.n = case when numbered.n % 3 < 2 then 0 else 1 + numbered.n / 3 % 19999 end
       where c.company_id = $1 and c.id = numbered.id`,
      [scale.companyId],
    );
    await client.query("vacuum (analyze)");
  } finally {
    client.release(true);
  }
  return scale;
}

/** The large organisation, and one of a single client whom the agent of one department sees. */
async function subjectsOf(
  pool: ReturnType<typeof createPool>,
  { companyId, departmentId }: Scale,
): Promise<Subject[]> {
  const { rows } = await pool.query(
    `select organisation_id as organisation, count(*)::int as clients, bool_or(exists (
       select from ticket t where t.company_id = client.company_id and t.client_id = client.id and t.department_id = $2)) as seen
     from client where company_id = $1 group by 1 order by 2 desc`,
    [companyId, departmentId],
  );
  return [rows[0], rows.findLast(({ seen }) => seen)].map(({ organisation, clients }) => ({
    organisation,
    name: `of ${clients}`,
  }));
}

async function measure(
  pool: ReturnType<typeof createPool>,
  { companyId, agentId: id, departmentId: departmentid }: Scale,
  role: Role,
  subject: Subject,
): Promise<Row[]> {
  const context = workContext(pool);
  const departmentids = [departmentid];
  const actor = agentActor({ companyId, id, role, departmentid, departmentids, name: "bench" });
  const rows: Row[] = [];
  let last: string | undefined;
  for (const [name, work] of works(subject)) {
    const run = () => inCompanyAs(context, actor, (scope) => work(scope, last));
    const next = await run();
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      await run();
      times.push(performance.now() - startedAt);
    }
    last = next;
    const spread = spreadOf(times);
    const most = name === "its figures" ? figuresGoal : goal;
    rows.push({
      work: `${role ?? "agent"}, ${subject.name}: ${name}`,
      times: spread,
      ...{ goal: `p95 ≤ ${most} ms`, met: spread.p95 <= most },
    });
  }
  return rows;
}
