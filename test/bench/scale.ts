/**
 * `npm run bench -- --scale`: what lists, figures and searches take in a company with half of ten million messages, beside the same at
 * ten thousand; `--scale=100k` is smaller. Asked as the routes ask, without HTTP.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { limits } from "@parley/contract/limits";
import { readFigures } from "../../server/src/decide/figures/read.ts";
import { type AgentActor, agentActor } from "../../server/src/floor/actors/actor.ts";
import { startEmbedded } from "../../server/src/floor/database/embedded.ts";
import { migrate } from "../../server/src/floor/database/migrate.ts";
import { createPool } from "../../server/src/floor/database/pool.ts";
import { inCompanyAs, type Scope } from "../../server/src/floor/database/scope.ts";
import { accessClient } from "../../server/src/support/clients/access.ts";
import { searchClients } from "../../server/src/support/clients/list.ts";
import { viewClientProfile } from "../../server/src/support/clients/profile.ts";
import { viewAgentProfile } from "../../server/src/support/colleagues/profile.ts";
import { findSpan } from "../../server/src/support/messages/queries.ts";
import { searchMessages } from "../../server/src/support/messages/search.ts";
import { viewMessages } from "../../server/src/support/messages/view.ts";
import { searchEverything } from "../../server/src/support/search/search.ts";
import { accessTicket } from "../../server/src/support/ticket/access.ts";
import { countByDay, countTickets } from "../../server/src/support/tickets/figures.ts";
import {
  type ClosedFrom,
  findClosedTickets,
  findOpenTickets,
  type ReadTicket,
  searchTickets,
} from "../../server/src/support/tickets/queries.ts";
import { listFirstTickets, listMoreTickets } from "../../server/src/support/tickets/table.ts";
import { quiet } from "../log.ts";
import { type Spread, spreadOf } from "./measure.ts";
import { buildScale, builtScale, countFigures, type Scale, type Scales, wordOf } from "./scale-data.ts";
import { printTable, type Row } from "./table.ts";
import { workContext } from "./work-context.ts";

const rounds = 40;
const small = 10_000;

type Ask = (work: (scope: Scope<AgentActor>) => Promise<unknown>) => Promise<unknown>;
type Question = {
  work: string;
  ask: (scale: Scale) => Parameters<Ask>[0];
  goal?: Goal;
  /** True to measure in the newest company. */
  fresh?: true;
};
type Goal = "three times" | "50 ms" | "150 ms" | "30 ms" | "first page";

const page = (offset: number) => (scope: Scope) => findClosedTickets(scope, { offset });
const find = (state: "open" | "closed", word: string) => () => (scope: Scope) =>
  searchTickets(scope, word, state);
const everything = (work: string, q: string): Question => ({
  work: `search everything: ${work}`,
  ask: () => (scope) => searchEverything(scope, { q }),
  goal: "150 ms",
});
const lastPage = ({ tickets, open }: Scale) => Math.min(10_000 * 10, Math.max(0, tickets - open - 10));

/** The console's query: after the last ticket of the previous page. */
function behindPage(scale: Scale) {
  let last: ClosedFrom | undefined;
  return async (scope: Scope) => {
    last ??= placeOf(await findClosedTickets(scope, { offset: Math.max(0, lastPage(scale) - 10) }));
    return findClosedTickets(scope, last);
  };
}

function placeOf(tickets: ReadTicket[]): ClosedFrom {
  const { id, closed_on } = tickets.at(-1) ?? {};
  if (!id || !closed_on) throw new Error("There is no page before the last");
  return { id, closed_on };
}

const slice: Question["ask"] =
  ({ ticketId }) =>
  async (scope) =>
    viewMessages(scope, await findSpan(scope, { id: ticketId }, { from: 1, to: 30 }));

/** The last of three years of tickets. */
const month = { from: "2025-12-04", to: "2025-12-31" };

const questions: Question[] = [
  { work: "open tickets, all", ask: () => findOpenTickets },
  {
    work: "open tickets, the first ones",
    ask: () => (scope) => findOpenTickets(scope, { limit: limits.openTicketsFirst }),
    goal: "30 ms",
  },
  { work: "slice of a chat", ask: slice, goal: "three times" },
  { work: "slice of a chat, in a new company", ask: slice, goal: "three times", fresh: true },
  {
    work: "closed tickets, page 1, in a new company",
    ask: () => page(0),
    goal: "three times",
    fresh: true,
  },
  {
    work: "search closed tickets in a new company: a word of every 50th ticket",
    ask: find("closed", wordOf(1_700)),
    goal: "50 ms",
    fresh: true,
  },
  { work: "closed tickets, page 1", ask: () => page(0), goal: "three times" },
  {
    work: "closed tickets, page 10 000 or the last",
    ask: behindPage,
    goal: "first page",
  },
  { work: "the same by a bare offset", ask: (scale) => page(lastPage(scale)) },
  {
    work: "table of tickets, page 1",
    ask: () => (scope) => listFirstTickets(scope, {}),
    goal: "three times",
  },
  {
    work: "table of tickets, the last page by offset",
    ask:
      ({ tickets }) =>
      (scope) =>
        listMoreTickets(scope, { offset: tickets - 10 }),
    goal: "three times",
  },
  { work: "figures", ask: () => (scope) => countTickets(scope, {}), goal: "three times" },
  {
    work: "figures of one agent",
    ask:
      ({ agentId: agent }) =>
      (scope) =>
        countTickets(scope, { agent }),
    goal: "three times",
  },
  { work: "tickets by day", ask: () => (scope) => countByDay(scope, {}), goal: "three times" },
  {
    work: "tickets by day, of one agent",
    ask:
      ({ agentId: agent }) =>
      (scope) =>
        countByDay(scope, { agent }),
    goal: "three times",
  },
  { work: "figures of 28 days", ask: () => (scope) => readFigures(scope, month), goal: "three times" },
  {
    work: "figures of 28 days, of one agent",
    ask:
      ({ agentId: agent }) =>
      (scope) =>
        readFigures(scope, { ...month, agent }),
    goal: "three times",
  },
  {
    work: "an agent's profile",
    ask:
      ({ agentId }) =>
      (scope) =>
        viewAgentProfile(scope, { id: agentId }),
    goal: "three times",
  },
  {
    work: "a client's profile",
    ask:
      ({ clientId }) =>
      async (scope) =>
        viewClientProfile(scope, await accessClient(scope, clientId)),
    goal: "three times",
  },
  {
    work: "search closed tickets: three letters, everywhere",
    ask: find("closed", wordOf(2).slice(0, 3)),
    goal: "50 ms",
  },
  {
    work: "search closed tickets: three letters, often",
    ask: find("closed", wordOf(90).slice(0, 3)),
    goal: "50 ms",
  },
  {
    work: "search closed tickets: a word of every 50th ticket",
    ask: find("closed", wordOf(1_700)),
    goal: "50 ms",
  },
  {
    work: "search closed tickets: a word of every 1 000th",
    ask: find("closed", wordOf(35_000)),
    goal: "50 ms",
  },
  { work: "search closed tickets: nowhere", ask: find("closed", "xylograph"), goal: "50 ms" },
  { work: "search open tickets: three letters", ask: find("open", wordOf(90).slice(0, 3)), goal: "50 ms" },
  { work: "search clients: three letters", ask: () => (scope) => searchClients(scope, "bab"), goal: "50 ms" },
  {
    work: "search clients: a name",
    ask: () => (scope) => searchClients(scope, wordOf(5_100)),
    goal: "50 ms",
  },
  {
    work: "search a chat",
    ask:
      ({ ticketId }) =>
      async (scope) =>
        searchMessages(scope, await accessTicket(scope, ticketId, "see"), wordOf(90)),
    goal: "50 ms",
  },
  everything("a word that is everywhere", wordOf(2)),
  everything("a word of every 50th ticket", wordOf(1_700)),
  everything("a word of every 1 000th", wordOf(35_000)),
  everything("nowhere", "xylograph"),
  everything("two letters, everywhere", "ba"),
  everything("two letters, nowhere", "qx"),
  everything("a subject", wordOf(901)),
  everything("an address", "writer77@"),
  everything("Japanese", "返金"),
  everything("Japanese, every 350th ticket", "至急"),
  everything("two words of one client", `from:${wordOf(5_100)} ${wordOf(90)}`),
  // These two grow with the company, and have no goal: of all clients with the word, and of the tickets after the date.
  {
    work: "search everything: a word that is everywhere, with a file: nowhere",
    ask: () => (scope) => searchEverything(scope, { q: `has:file ${wordOf(2)}` }),
  },
  {
    work: "search everything: a word that is everywhere, two years back",
    ask: () => (scope) => searchEverything(scope, { q: `before:2024-01-01 ${wordOf(2)}` }),
  },
  everything("a word of every 50th ticket, in a mail", `in:mail ${wordOf(1_700)}`),
  everything("a word of every 50th ticket, to an address", `to:desk ${wordOf(1_700)}`),
  everything("all of one client", `from:${wordOf(5_100)}`),
  everything("all of one agent", "from:agent"),
];

/** The indexes that searches alone use, by what one of their rows is. */
const searchIndexes = {
  message: ["message_search", "message_grams"],
  mail: ["mail_search", "mail_subject_search"],
  client: ["client_search", "client_search_everything", "client_identity_search", "client_identity_grams"],
};

/**
 * `size`: a number of messages, as `10m` or `100k`. With `folder`, the large database stays there and is used again.
 */
export async function measureScale(size: string, folder?: string): Promise<void> {
  const messages = numberOf(size);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const before = await measure(small);
  const after = await measure(messages, folder);
  printTable(questions.map((question, at) => tell(question, before[at], after, at)));
  process.stdout.write(`\n${messages} messages; ratio: p95 to the same at ${small}\n`);
}

/** Parses a number of messages, such as `10m` or `100k`. */
export function numberOf(size: string): number {
  const [, digits, unit = ""] = /^(\d+)([km]?)$/.exec(size) ?? [];
  if (!digits) throw new Error(`This takes a number of messages such as 10m or 100k, not ${size}`);
  return Number(digits) * (unit === "m" ? 1_000_000 : unit === "k" ? 1_000 : 1);
}

function tell({ work, goal }: Question, before: Spread | undefined, after: Spread[], at: number): Row {
  const times = after[at];
  if (!before || !times) throw new Error(`${work} was not measured`);
  const ratio = times.p95 / before.p95;
  const row = { work, times, ratio: ratio.toFixed(1) };
  if (goal === "three times") return { ...row, goal: "p95 ≤ 3 × small", met: ratio <= 3 };
  if (goal === "50 ms") return { ...row, goal: "p95 ≤ 50 ms", met: times.p95 <= 50 };
  if (goal === "150 ms") return { ...row, goal: "p95 ≤ 150 ms", met: times.p95 <= 150 };
  if (goal === "30 ms") return { ...row, goal: "p95 ≤ 30 ms", met: times.p95 <= 30 };
  if (goal !== "first page") return row;
  const first = after[at - 1]?.p95 ?? Number.NaN;
  return {
    ...row,
    ratio: (times.p95 / first).toFixed(1),
    goal: "p95 ≤ 1.5 × page 1",
    met: times.p95 <= 1.5 * first,
  };
}

async function measure(messages: number, folder?: string): Promise<Spread[]> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), "parley-scale-"));
  const server = await startEmbedded({ dataDir, log: quiet, durable: false });
  // An early end leaves nothing either: by now the server's own listener has stopped it.
  const remove = () => folder ?? rmSync(dataDir, { recursive: true, force: true });
  process.once("exit", remove);
  const pool = createPool(server.url, { log: quiet });
  try {
    await migrate(pool);
    const scales = (folder && (await builtScale(pool, messages))) || (await buildTimed(pool, messages));
    await countFigures(pool, scales.large.companyId);
    for (const [of, indexes] of Object.entries(searchIndexes)) await printBytes(pool, of, indexes);
    const spreads: Spread[] = [];
    for (const { ask: question, fresh } of questions) {
      const scale = fresh ? scales.fresh : scales.large;
      const ask = asker(pool, scale);
      const work = question(scale);
      spreads.push(await timesOf(() => ask(work)));
    }
    return spreads;
  } finally {
    await pool.end();
    await server.stop();
    process.off("exit", remove);
    remove();
  }
}

async function buildTimed(pool: ReturnType<typeof createPool>, messages: number): Promise<Scales> {
  const startedAt = performance.now();
  const scales = await buildScale(pool, messages);
  const { rows } = await pool.query("select pg_size_pretty(pg_database_size(current_database())) as size");
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stdout.write(`${messages} messages: ${rows[0]?.size}, built in ${seconds} s\n`);
  return scales;
}

/** Prints how many bytes the indexes have for each row. */
async function printBytes(pool: ReturnType<typeof createPool>, of: string, indexes: string[]): Promise<void> {
  const { rows } = await pool.query<{ name: string; bytes: string }>(
    `select c.relname as name, round(pg_relation_size(c.oid) / greatest(1, t.reltuples)::numeric, 1) as bytes
      from pg_class c join pg_index i on i.indexrelid = c.oid join pg_class t on t.oid = i.indrelid
      where c.relname = any ($1) order by 1`,
    [indexes],
  );
  for (const { name, bytes } of rows) process.stdout.write(`${name}: ${bytes} bytes for each ${of}\n`);
}

async function timesOf(run: () => Promise<unknown>): Promise<Spread> {
  const times: number[] = [];
  await run();
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  return spreadOf(times);
}

function asker(pool: ReturnType<typeof createPool>, scale: Scale): Ask {
  const context = workContext(pool);
  const { companyId, agentId: id, departmentId: departmentid } = scale;
  const actor = agentActor({
    companyId,
    id,
    role: "admin",
    departmentid,
    departmentids: [departmentid],
    name: "bench",
  });
  return (work) => inCompanyAs(context, actor, work);
}
