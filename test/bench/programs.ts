/**
 * `npm run bench -- --programs`: what the check of a key and a page of events take among ten million events, for a key that sees every
 * department and one that sees one of fifty; `--programs=100k` is smaller. Asked as the routes ask, without HTTP.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { keyAbilities } from "@parley/contract/key-abilities";
import { type AgentActor, agentActor } from "../../server/src/floor/actors/actor.ts";
import type { KeyIdentity } from "../../server/src/floor/actors/authenticator.ts";
import type { Context } from "../../server/src/floor/context.ts";
import { startEmbedded } from "../../server/src/floor/database/embedded.ts";
import { migrate } from "../../server/src/floor/database/migrate.ts";
import { createPool } from "../../server/src/floor/database/pool.ts";
import { inCompany, inCompanyAs } from "../../server/src/floor/database/scope.ts";
import { createSecrets } from "../../server/src/floor/secrets/secrets.ts";
import { copyInto } from "../../server/src/operate/backup/load.ts";
import { dropConstraints } from "../../server/src/operate/backup/rebuild.ts";
import { createCursors, currentEpoch } from "../../server/src/programs/events/cursor.ts";
import { listEvents } from "../../server/src/programs/events/list.ts";
import { bearerKeys } from "../../server/src/programs/keys/bearer.ts";
import { createKey } from "../../server/src/programs/keys/change.ts";
import { hashOfToken } from "../../server/src/programs/keys/token.ts";
import { quiet } from "../log.ts";
import { type Spread, spreadOf } from "./measure.ts";
import { numberOf } from "./scale.ts";
import { copyTables, type Scale, scaleOf, tablesOf } from "./scale-data.ts";
import { printTable, type Row } from "./table.ts";
import { workContext } from "./work-context.ts";

const rounds = 100;
/** The keys of the company, of which one is asked for. */
const keys = 100;
const departments = 50;
const ofOneTicket = 33;

type Pool = ReturnType<typeof createPool>;
type Reader = { work: string; identity: KeyIdentity };

export async function measurePrograms(size: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-programs-"));
  const server = await startEmbedded({ dataDir, log: quiet, durable: false });
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  process.once("exit", remove);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const pool = createPool(server.url, { log: quiet });
  try {
    await migrate(pool);
    const scale = await build(pool, numberOf(size));
    const context = {
      ...workContext(pool),
      secrets: createSecrets("a secret of the bench"),
    } as unknown as Context;
    collectGarbage();
    printTable(await measure(context, pool, scale));
  } finally {
    await pool.end();
    await server.stop();
    process.off("exit", remove);
    remove();
  }
}

/** Collects what building leaves behind before the pages are measured. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

/** One company: an event for each message, its tickets in fifty departments. */
async function build(pool: Pool, events: number): Promise<Scale> {
  const begun = performance.now();
  const tickets = Math.ceil(events / ofOneTicket);
  const client = await pool.connect();
  try {
    await client.query("set maintenance_work_mem = '512MB'");
    const restore = await dropConstraints(client);
    await copyTables(client, tablesOf([tickets]));
    const { companyId } = scaleOf(0, tickets);
    const names = Array.from({ length: departments - 4 }, (_, n) => `${companyId}\tOf fifty ${n}\n`);
    await copyInto(client, "department", "company_id, name", names);
    await client.query(
      `with d as (select array_agg(id order by name) as ids from department)
       update ticket set department_id = d.ids[1 + abs(hashtext(ticket.id::text)) % ${departments}] from d`,
    );
    await client.query(
      `insert into event (company_id, subject_type, subject_id, number, kind, actor_kind, time, facts, place)
       select company_id, 'ticket', ticket_id, seq, 'ticket_message', case when is_agent then 'agent' else 'client' end,
         created_on, jsonb_build_object('message', id, 'seq', seq, 'from', 'client'),
         row_number() over (order by created_on, id) from message`,
    );
    await restore();
    await client.query("vacuum (analyze)");
    const { rows } = await client.query<{ count: number }>("select count(*)::int as count from event");
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    process.stdout.write(`${rows[0]?.count} events of ${tickets} tickets, built in ${seconds} s\n`);
  } finally {
    client.release(true);
  }
  return scaleOf(0, tickets);
}

async function measure(context: Context, pool: Pool, scale: Scale): Promise<Row[]> {
  const authenticator = bearerKeys(context);
  const hashes = await makeKeys(context, scale);
  const find = async (hash: string) => {
    const [identity] = await authenticator.find([hash]);
    if (!identity) throw new Error("A key was not found");
    return identity;
  };
  const [every, one] = [await find(hashes.every), await find(hashes.one)];
  const readers: Reader[] = [
    { work: "every department", identity: every },
    { work: "one department of fifty", identity: one },
  ];
  const check = await timesOf(() => find(hashes.every), 10 * rounds);
  const rows: Row[] = [
    {
      work: `a key's check, at best in ${check.best.toFixed(2)} ms`,
      times: check,
      goal: "p50 ≤ 0.5 ms",
      met: check.p50 <= 0.5,
    },
  ];
  const { rows: newest } = await pool.query<{ place: number }>("select max(place)::int as place from event");
  const last = newest[0]?.place ?? 0;
  for (const { work, identity } of readers) {
    const caller = authenticator.callerOf(identity, {
      ...{ needs: "readTickets", beforeTwoStep: false, programs: true },
    });
    const page = (after: string | undefined) =>
      inCompany(context, caller, (scope) =>
        listEvents(context, scope as never, { after, limit: 100, types: undefined, wait: 0 }),
      );
    for (const [where, from] of [
      ["at the beginning", 0],
      ["in the middle", Math.floor(last / 2)],
      ["at the end", Math.max(0, last - 2_000)],
    ] as const) {
      const cursors = await cursorsFrom(page, pool, from);
      let turn = 0;
      let shown = 0;
      const times = await timesOf(async () => {
        turn += 1;
        const { page: got } = await page(cursors[turn % cursors.length]);
        shown = Math.max(shown, got.data.length);
      }, rounds);
      rows.push({
        work: `a page of events, ${work}, ${where}: ${shown} events, at best in ${times.best.toFixed(1)} ms`,
        ...{ times, goal: "p95 ≤ 20 ms", met: times.p95 <= 20 },
      });
    }
  }
  return rows;

  /** Cursors of the pages that follow a place. They are found by reading, since a cursor is sealed. */
  async function cursorsFrom(
    page: (after: string | undefined) => ReturnType<typeof listEvents>,
    at: Pool,
    from: number,
  ) {
    const { rows: found } = await at.query(
      "select place, subject_id, number from event where company_id = $1 and place = $2",
      [scale.companyId, from],
    );
    const [row] = found as { place: string; subject_id: string; number: number }[];
    const epoch = await inCompany(context, { kind: "desk", companyId: scale.companyId }, currentEpoch);
    const cursors = createCursors(context, scale.companyId, epoch);
    const pages = [row ? cursors.seal({ ...row, place: Number(row.place) }) : cursors.sealBeginning()];
    for (let more = 0; more < 4; more++) pages.push((await page(pages.at(-1))).page.next);
    return pages;
  }
}

async function makeKeys(context: Context, { companyId, agentId: id, departmentId: departmentid }: Scale) {
  const admin: AgentActor = agentActor({
    ...{ companyId, id, role: "admin", departmentid, departmentids: [departmentid], name: "bench" },
  });
  const make = (name: string, departmentids: string[] | null) =>
    inCompanyAs(context, admin, async (scope) => {
      const given = { name, own: false, abilities: [...keyAbilities], departmentids, networks: [] };
      const { token } = await createKey(scope, given as never);
      return hashOfToken(token)?.toString("hex") ?? "";
    });
  for (let at = 2; at < keys; at++) await make(`Key ${at}`, null);
  return { every: await make("Every", null), one: await make("One", [departmentid]) };
}

/** `best` says more than the others on a machine that has other work. */
async function timesOf(run: () => Promise<unknown>, times: number): Promise<Spread & { best: number }> {
  const durations: number[] = [];
  for (let warm = 0; warm < 10; warm++) await run();
  for (let round = 0; round < times; round++) {
    const begun = performance.now();
    await run();
    durations.push(performance.now() - begun);
  }
  return { ...spreadOf(durations), best: Math.min(...durations) };
}
