/**
 * A database of a given size, built by COPY: fifty companies, half of everything in the first, tickets of three years with about 33
 * messages each. Words are as frequent as in a language: the one of rank n comes n times as seldom as the first.
 */
import { createHash } from "node:crypto";
import type pg from "pg";
import { copyInto } from "../../server/src/operate/backup/load.ts";
import { dropConstraints } from "../../server/src/operate/backup/rebuild.ts";

export type Scale = {
  /** The measured company, with one of its agents, clients and tickets. */
  companyId: string;
  departmentId: string;
  agentId: string;
  clientId: string;
  ticketId: string;
  tickets: number;
  /** The number of its open tickets. */
  open: number;
};
/** One of the companies came after the tables' last analysis. */
export type Scales = { large: Scale; fresh: Scale };

const companies = 50;
const freshTickets = 300;
const departments = 4;
const agents = 10;
const ofOneTicket = 33;
const years = 3 * 365 * 24 * 3_600_000;
/** One of a hundred tickets is open, but no more than this in a company. */
const mostOpen = 5_000;

/** Equal parts give the same id. */
function uuid(...parts: (string | number)[]): string {
  const hex = createHash("md5").update(parts.join(":")).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join("-");
}

/** The number of tickets of each company, for `messages` in all. */
export function ticketsByCompany(messages: number): number[] {
  const tickets = Math.max(companies, Math.round(messages / ofOneTicket));
  return Array.from({ length: companies }, (_, company) =>
    Math.max(1, Math.round(company === 0 ? tickets / 2 : tickets / 2 / (companies - 1))),
  );
}

/** `messages` in all. */
export async function buildScale(pool: pg.Pool, messages: number): Promise<Scales> {
  const sizes = ticketsByCompany(messages);
  const client = await pool.connect();
  try {
    await client.query("set maintenance_work_mem = '512MB'");
    const restore = await dropConstraints(client);
    await copyTables(client, tablesOf(sizes));
    await restore();
    await addUpTotals(client);
    await client.query("vacuum (analyze)");
    for (const { table, columns, rows } of tablesOf([freshTickets], companies)) {
      await client.query(`alter table ${table} no force row level security`);
      await copyInto(client, table, columns, lines(rows));
      await client.query(`alter table ${table} force row level security`);
    }
    await addUpTotals(client);
  } finally {
    client.release(true);
  }
  return { large: scaleOf(0, sizes[0] ?? 0), fresh: scaleOf(companies, freshTickets) };
}

/** Finds the companies that `buildScale` made of so many messages before; none in an empty database. */
export async function builtScale(pool: pg.Pool, messages: number): Promise<Scales | undefined> {
  const large = scaleOf(0, ticketsByCompany(messages)[0] ?? 0);
  const fresh = scaleOf(companies, freshTickets);
  const { rows } = await pool.query<{ companies: number; tickets: number }>(
    `select (select count(*)::int from company) as companies, count(*)::int as tickets from ticket where company_id = $1`,
    [large.companyId],
  );
  if (!rows[0]?.companies) return undefined;
  if (rows[0].companies !== companies + 1 || rows[0].tickets !== large.tickets)
    throw new Error(`The folder has a database of another size than ${messages} messages`);
  return { large, fresh };
}

/** Columns that the database does not have are left out. */
export async function copyTables(client: pg.PoolClient, tables: Table[], missing: string[] = []) {
  for (const { table, columns, rows } of tables) {
    const names = columns.split(",").map((name) => name.trim());
    const kept = names.flatMap((name, at) => (missing.includes(`${table}.${name}`) ? [] : [at]));
    const of = (row: Row) => kept.map((at) => row[at] ?? null);
    const left = kept.length < names.length;
    await copyInto(
      client,
      table,
      kept.map((at) => names[at]).join(", "),
      lines(left ? mapped(rows, of) : rows),
    );
  }
}

function* mapped(rows: Iterable<Row>, map: (row: Row) => Row): Generator<Row> {
  for (const row of rows) yield map(row);
}

async function addUpTotals(client: pg.PoolClient): Promise<void> {
  await client.query("set role parley_system");
  await client.query("select count_tickets(company_id, figures_zone, null, null) from company");
  await client.query("select add_up_ticket_totals()");
  await client.query("reset role");
}

/** The number of tickets that one statement counts. */
const counted = 100;

/** Counts the tickets of a company for the figures, unless they are counted. */
export async function countFigures(pool: pg.Pool, companyId: string): Promise<void> {
  const { rows: known } = await pool.query("select from figure_span where company_id = $1 limit 1", [
    companyId,
  ]);
  if (known.length > 0) return;
  const startedAt = performance.now();
  let tickets = 0;
  for (let last = "00000000-0000-0000-0000-000000000000"; ; ) {
    const { rows } = await pool.query<{ id: string }>(
      "select id from ticket where company_id = $1 and id > $2 order by id limit $3",
      [companyId, last, counted],
    );
    const ids = rows.map(({ id }) => id);
    await pool.query("select count_figures($1, $2)", [companyId, ids]);
    tickets += ids.length;
    if (ids.length < counted) break;
    last = ids.at(-1) ?? last;
  }
  await pool.query("vacuum (analyze) figure_span, figure_day");
  const { rows } = await pool.query<{ bytes: string }>(
    "select pg_total_relation_size('figure_span') + pg_total_relation_size('figure_day') as bytes",
  );
  const each = Math.round(Number(rows[0]?.bytes) / tickets);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stdout.write(`figures of ${tickets} tickets: counted in ${seconds} s, ${each} bytes for each\n`);
}

export function scaleOf(company: number, tickets: number): Scale {
  return {
    companyId: uuid("company", company),
    departmentId: uuid("department", company, 0),
    agentId: uuid("agent", company, 0),
    clientId: uuid("client", company, 0),
    ticketId: uuid("ticket", company, 0),
    tickets,
    open: openOf(tickets),
  };
}

type Table = { table: string; columns: string; rows: Iterable<Row> };

/** The tables of companies with so many tickets each, numbered from `first`. */
export function tablesOf(sizes: number[], first = 0): Table[] {
  const eachOf = (count: number, row: (company: number, n: number) => Row) =>
    eachCompany(
      sizes.map(() => count),
      first,
      (size) => size,
      row,
    );
  // A client has three tickets, one after the other.
  const clientsOf = (size: number) => Math.ceil(size / 3);
  return [
    {
      table: "company",
      columns: "company_id, name",
      rows: eachOf(1, (c) => [uuid("company", c), `Company ${c}`]),
    },
    {
      table: "department",
      columns: "company_id, id, name",
      rows: eachOf(departments, (c, d) => [uuid("company", c), uuid("department", c, d), `Department ${d}`]),
    },
    {
      table: "agent",
      columns: "company_id, id, department_id, username, first_name, last_name, email, password_hash",
      rows: eachOf(agents, (c, a) => [
        ...[uuid("company", c), uuid("agent", c, a), uuid("department", c, a % departments), `agent${a}`],
        ...[`Agent ${a}`, `Of ${c}`, `agent${a}@company${c}.example`, ""],
      ]),
    },
    {
      table: "channel",
      columns: "company_id, id, platform, external_id, name, credentials",
      rows: eachOf(1, (c) => [
        ...[uuid("company", c), uuid("channel", c), "telegram", String(10_000 + c), "Telegram", ""],
      ]),
    },
    {
      table: "client",
      columns: "company_id, id, name, short_id, created_on",
      rows: eachCompany(sizes, first, clientsOf, (c, n, size) => [
        ...[uuid("company", c), uuid("client", c, n), nameOf(n), String(100_000 + n), timeOf(n, size)],
      ]),
    },
    {
      table: "client_identity",
      columns: "company_id, channel_id, external_id, client_id",
      rows: eachCompany(sizes, first, clientsOf, (c, n) => [
        ...[uuid("company", c), uuid("channel", c), String(n), uuid("client", c, n)],
      ]),
    },
    { table: "ticket", columns: ticketColumns, rows: eachCompany(sizes, first, (size) => size, ticketRow) },
    { table: "message", columns: messageColumns, rows: messageRows(sizes, first) },
    {
      table: "message_mail",
      columns: "company_id, message_id, ticket_id, message_ref, subject, sender, to_list, why",
      rows: eachCompany(sizes, first, mailsOf, (c, n) => mailRow(c, n * mailEvery)),
    },
  ];
}

type Row = (string | number | boolean | null)[];

function* eachCompany(
  sizes: number[],
  first: number,
  countOf: (size: number) => number,
  row: (company: number, n: number, count: number) => Row,
) {
  for (const [at, size] of sizes.entries())
    for (let n = 0; n < countOf(size); n += 1) yield row(first + at, n, countOf(size));
}

const openOf = (size: number) => Math.min(mostOpen, Math.ceil(size / 100));
const startedAt = Date.UTC(2026, 0, 1);
/** The first is the newest. */
const timeOf = (n: number, of: number) => new Date(startedAt - (n * years) / Math.max(1, of)).toISOString();
const later = (time: string, seconds: number) => new Date(Date.parse(time) + seconds * 1000).toISOString();

const ticketColumns = `company_id, id, client_id, channel_id, client_external_id, thread, platform, department_id, handler_id,
  created_on, accepted_on, closed_on, updated_on, rating, last_seq, client_messages, last_message_on, last_message_type,
  last_message_content, last_message_is_agent, client_wrote_on`;

/** The newest tickets are open, each of another client. */
function ticketRow(c: number, n: number, size: number): Row {
  const client = n % Math.ceil(size / 3);
  const created = timeOf(n, size);
  const open = n < openOf(size);
  const handled = !open || n % 3 > 0;
  const last = later(created, ofOneTicket * 60);
  return [
    ...[
      uuid("company", c),
      uuid("ticket", c, n),
      uuid("client", c, client),
      uuid("channel", c),
      client,
      client,
    ],
    ...["telegram", uuid("department", c, n % departments), handled ? uuid("agent", c, n % agents) : null],
    ...[created, handled ? later(created, 1 + (n % 900)) : null, open ? null : later(last, 600), last],
    ...[
      open || n % 3 > 0 ? null : 1 + (n % 3),
      ofOneTicket,
      Math.ceil(ofOneTicket / 2),
      last,
      "text",
      "Thank you",
      false,
      last,
    ],
  ];
}

const messageColumns = `company_id, ticket_id, seq, id, channel_id, created_on, type, content, is_agent, agent_id, client_id,
  client_no, external_id, status, has_mail`;

function* messageRows(sizes: number[], first: number): Generator<Row> {
  const write = createWriter();
  for (const [at, size] of sizes.entries())
    for (let n = 0; n < size; n += 1) {
      const c = first + at;
      const [company, ticket, channel] = [uuid("company", c), uuid("ticket", c, n), uuid("channel", c)];
      const [agent, client] = [uuid("agent", c, n % agents), uuid("client", c, n % Math.ceil(size / 3))];
      const created = timeOf(n, size);
      for (let seq = 1; seq <= ofOneTicket; seq += 1) {
        const isAgent = seq % 2 === 0;
        yield [
          ...[
            company,
            ticket,
            seq,
            uuid(c, n, seq),
            channel,
            later(created, seq * 60),
            "text",
            write(),
            isAgent,
          ],
          ...[isAgent ? agent : null, client, Math.ceil(seq / 2), `${n}:${seq}`, isAgent ? "sent" : null],
          seq === 1 && n % mailEvery === 0 && n < mailsOf(size) * mailEvery ? true : null,
        ];
      }
    }
}

/** The first message of every fifth ticket is a mail, one in ten of those in Japanese. */
const mailEvery = 5;
const mailsOf = (size: number) => Math.floor(size / mailEvery);
const japanese = (n: number) => (n % 10 === 0 ? ` 返金 ${n % 70 === 0 ? "至急" : "依頼"}` : "");

function mailRow(c: number, ticket: number): Row {
  const sender = { name: nameOf(ticket), address: `writer${ticket}@mail.example` };
  const to = [{ name: null, address: `desk${c}@company.example` }];
  return [
    ...[uuid("company", c), uuid(c, ticket, 1), uuid("ticket", c, ticket), `<${c}.${ticket}@mail.example>`],
    ...[
      `${wordOf(900 + (ticket % 3_000))}${japanese(ticket / mailEvery)}`,
      JSON.stringify(sender),
      JSON.stringify(to),
    ],
    JSON.stringify({ kind: "new" }),
  ];
}

const syllables =
  "ba be bi bo da de di do fa fe ga ge ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe ra re ri ro sa se si so ta te ti to va ve za zo".split(
    " ",
  );

/** The word of a rank: frequent ones are short. */
export function wordOf(rank: number): string {
  let rest = rank + 1;
  let word = "";
  while (rest > 0) {
    word += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  }
  return rank % 7 === 0 ? `${word}n` : word;
}

const vocabulary = 50_000;
const nameOf = (n: number) => `${capital(wordOf(300 + (n % 4_000)))} ${capital(wordOf(5_000 + (n % 7_919)))}`;
const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

function createWriter(): () => string {
  const words = Array.from({ length: vocabulary }, (_, rank) => wordOf(rank));
  const spread = Math.log(vocabulary);
  let state = 12_345;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return () => {
    const count = 4 + Math.floor(random() * 10);
    let text = "";
    for (let word = 0; word < count; word += 1)
      text += `${words[Math.floor(Math.exp(random() * spread)) - 1]} `;
    return text.trimEnd();
  };
}

/** Joins rows into larger pieces: a call for each row would cost more than the row. */
function* lines(rows: Iterable<Row>): Generator<string> {
  let piece = "";
  for (const row of rows) {
    piece += `${row.map((value) => (value === null ? "\\N" : String(value))).join("\t")}\n`;
    if (piece.length < 65_536) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}
