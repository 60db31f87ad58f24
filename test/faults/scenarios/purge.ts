/** The rows and files of deleted tickets go while the worker is killed: all of theirs, none of another's, and nothing comes back. */
import { randomInt, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { countNaming } from "../../../server/src/support/tickets/naming.fixture.ts";
import type { Desk } from "../../outside/desk.ts";
import type { Account } from "../accounts.ts";
import type { Apart } from "../apart.ts";
import { holdWorker } from "../hold-worker.ts";
import { createPlayedClient, type PlayedClient } from "../played-client.ts";
import { type Stage, until } from "../stage.ts";

/** More of the first ticket than the rows of one step. */
const messages = 600;
/** Milliseconds in which the rows are gone, from the worker's start: what a run leaves waits thirty seconds for the next. */
const allowed = 240_000;

type Kept = {
  account: Account;
  client: PlayedClient;
  ticketid: string;
  /** A word that stands in no other ticket. */
  word: string;
  /** The ids of the ticket, its messages and its notes. */
  ids: string[];
  fileIds: string[];
  /** Paths below the data folder, thumbnails included. */
  paths: string[];
};

type Moment = {
  what: string;
  /** Resolves with what holds the worker at this moment, and lets it go. */
  arrive(stage: Stage, tickets: Kept[]): Promise<() => Promise<void>>;
  /** Says where the worker was not at the moment. */
  missed(desk: Desk, tickets: Kept[]): Promise<string[]>;
};

const held = (lock: string, values: (first: Kept) => unknown[] = () => []): Moment["arrive"] => {
  return (stage, tickets) => holdWorker(stage, lock, values(firstOf(tickets)), () => stage.desk.start());
};

const moments: Moment[] = [
  {
    what: "at a random moment",
    async arrive({ desk }) {
      await desk.start();
      await wait(randomInt(0, 200));
      return async () => undefined;
    },
    missed: async () => [],
  },
  {
    what: "with files gone whose rows still name them",
    arrive: held("lock table file in share mode"),
    async missed(desk, tickets) {
      const named = await desk.query("select from file where id = any($1) and storage_key is not null", [
        tickets.flatMap(({ fileIds }) => fileIds),
      ]);
      const gone = tickets.flatMap(({ paths }) => paths).filter((path) => !isStored(desk, path));
      return [
        ...(gone.length > 0 ? [] : ["no file is gone"]),
        ...(named.length > 0 ? [] : ["no row names a file"]),
      ];
    },
  },
  {
    what: "with some of its messages gone",
    arrive: held("select from message where ticket_id = $1 and seq = 550 for update", ({ ticketid }) => [
      ticketid,
    ]),
    async missed(desk, tickets) {
      const left = await desk.query("select from message where ticket_id = $1", [firstOf(tickets).ticketid]);
      return left.length > 0 && left.length < messages ? [] : [`${left.length} messages are left`];
    },
  },
  {
    what: "between the ticket's row and its event",
    arrive: held("lock table event in share mode"),
    async missed(desk, tickets) {
      const left = await desk.query("select from ticket where id = $1", [firstOf(tickets).ticketid]);
      return left.length === 1 ? [] : ["the ticket's row is gone"];
    },
  },
];

/**
 * The tickets of each moment are of the planted account and of others in turn. The end of a desk's own database would let go what
 * holds the worker before it begins.
 */
export async function purgedWhileKilled(
  { stage }: Apart,
  { platforms }: { platforms: number },
): Promise<void> {
  const { report } = stage;
  report.begin(
    `Deleted tickets are removed while the worker is killed, ${moments.length} times, tickets of ${platforms} platforms each`,
  );
  const beside = await Promise.all(stage.accounts.map((account) => furnish(stage, account)));
  const before = await Promise.all(beside.map((one) => stateOf(stage, one)));
  const [planted, ...others] = stage.accounts;
  for (const [at, moment] of moments.entries()) {
    const theirs = [...others.slice(at % others.length), ...others.slice(0, at % others.length)];
    await purgeWhileKilled(stage, [planted, ...theirs].slice(0, platforms), moment);
  }
  const lost = before.map(async (state, at) => {
    const now = await stateOf(stage, beside[at] as Kept);
    return Object.entries(state).flatMap(([what, count]) =>
      (now[what] ?? 0) < count ? [`${what}: ${now[what]} of ${count}`] : [],
    );
  });
  await report.check("", "tickets beside them have each row, file and hit that they had", flat(lost));
  await stage.checkAll("after tickets were removed");
}

async function purgeWhileKilled(
  stage: Stage,
  accounts: Account[],
  { what, arrive, missed }: Moment,
): Promise<void> {
  const { desk, report } = stage;
  const tickets = await Promise.all(accounts.map((account) => furnish(stage, account)));
  await Promise.all(tickets.map((one) => remove(stage, one)));
  await desk.kill();
  await makeDue(desk, tickets);
  const release = await arrive(stage, tickets);
  await desk.kill();
  const findings = await missed(desk, tickets);
  await release();
  await desk.start();
  const ids = tickets.map(({ ticketid }) => ticketid);
  const left =
    "select from ticket where id = any($1) union all select from figure_due where ticket_id = any($1)";
  const gone = async () => (await desk.query(left, [ids])).length === 0;
  const late = await until("the tickets are gone", gone, allowed);
  await report.check("", `killed ${what}: no row, file or hit is left, and one event says so`, [
    ...findings,
    ...late,
    ...(await flat(tickets.map((one) => leftOf(stage, one)))),
  ]);
  await report.check(
    "P2",
    `killed ${what}: what the providers repeat brings nothing back, and what is new opens another ticket`,
    flat(tickets.map((one) => broughtBack(stage, one))),
  );
}

/** A ticket with a picture, a reply, a note that mentions a colleague, and drafts of both kinds. */
async function furnish(stage: Stage, account: Account): Promise<Kept> {
  const { desk, simulator, caller, house } = stage;
  // The ledger would miss its messages.
  const client = await createPlayedClient(simulator, account.id, { firstName: "Cleo" });
  const word = `lighthouse${randomUUID().slice(0, 8)}`;
  await client.write(`${word} first`);
  const ticketid = await stage.ticketOf(client);
  const mira = caller("mira");
  await mira.surely("/acceptTicket", { ticketid });
  await plantFile(desk, ticketid);
  if (account === stage.accounts[0]) await plantMessages(desk, ticketid, word);
  await mira.surely("/send-message", { ticketid, content: `${word} reply`, messageid: randomUUID() });
  const mentions = { agents: [house.people.jonas.actor.id] };
  await mira.surely("/write-note", { ticketid, content: `${word} note`, noteid: randomUUID(), mentions });
  await mira.surely("/save-draft", { ticketid, content: `${word} draft` });
  await mira.surely("/save-note-draft", { ticketid, content: `${word} draft` });
  const settled = async () =>
    (await desk.query("select from message where ticket_id = $1 and status = 'queued'", [ticketid]))
      .length === 0;
  const late = await until("the reply is sent", settled, 60_000);
  if (late.length > 0) throw new Error(`${account.platform}: ${late.join()}`);
  await simulator.control.delivered(account.id, 30_000);
  // The provider repeats its newest event.
  await client.write(`${word} last`);
  const rows = await desk.query<{ id: string }>(
    "select id from message where ticket_id = $1 union all select id from note where ticket_id = $1",
    [ticketid],
  );
  const files = await desk.query<{ id: string; keys: (string | null)[] }>(
    "select id, array[storage_key, thumbnail_key] as keys from file where ticket_id = $1",
    [ticketid],
  );
  return {
    ...{ account, client, ticketid, word },
    ids: [ticketid, ...rows.map(({ id }) => id)],
    fileIds: files.map(({ id }) => id),
    paths: files.flatMap(({ keys }) => keys.flatMap((key) => (key ? [join("files", key)] : []))),
  };
}

/** A picture of the first message. A busy machine might give up the thumbnail of a real one. */
async function plantFile(desk: Desk, ticketid: string): Promise<void> {
  const [row] = await desk.query<{ id: string; key: string }>(
    `insert into file (company_id, id, ticket_id, name, state, size, storage_key, thumbnail_key)
      select company_id, file, id, 'picture.png', 'ready', 6, company_id || '/' || file, company_id || '/' || file || '-small'
      from ticket, gen_random_uuid() as file where id = $1 returning id, storage_key as key`,
    [ticketid],
  );
  if (!row) throw new Error("The ticket is not there");
  await desk.query("update message set file_id = $2 where ticket_id = $1 and seq = 1", [ticketid, row.id]);
  const path = join(desk.dataDir, "files", row.key);
  mkdirSync(dirname(path), { recursive: true });
  for (const variant of [path, `${path}-small`]) writeFileSync(variant, "secret");
}

async function plantMessages(desk: Desk, ticketid: string, word: string): Promise<void> {
  await desk.query(
    `with planted as (
      insert into message (company_id, ticket_id, seq, id, channel_id, client_id, client_no, type, content, is_agent, external_id, created_on)
      select t.company_id, t.id, t.last_seq + n, gen_random_uuid(), t.channel_id, t.client_id, m.client_no, 'text', $3 || ' ' || n, false,
        t.id || '-' || n, t.last_message_on + n * interval '1 millisecond'
      from ticket t join message m on m.company_id = t.company_id and m.ticket_id = t.id and m.seq = 1, generate_series(1, $2) n
      where t.id = $1 returning seq, created_on)
    update ticket set last_seq = last_seq + $2, client_messages = client_messages + $2,
      last_message_on = (select max(created_on) from planted) where id = $1`,
    [ticketid, messages, word],
  );
}

async function remove({ caller }: Stage, { ticketid }: Kept): Promise<void> {
  const { status, body } = await caller("ingrid").surely("/admin/delete-ticket", { ticketid });
  if (status !== 200) throw new Error(`The ticket was not deleted: ${JSON.stringify(body)}`);
}

/** The first of them is removed first. */
const makeDue = (desk: Desk, tickets: Kept[]) =>
  desk.query(
    `update ticket set deleted_on = now() - interval '31 days' + array_position($1::uuid[], id) * interval '1 second'
      where id = any($1::uuid[])`,
    [tickets.map(({ ticketid }) => ticketid)],
  );

async function leftOf(
  stage: Stage,
  { ticketid, word, ids, fileIds, paths, account }: Kept,
): Promise<string[]> {
  const { desk } = stage;
  const named = Object.entries(await countRows(desk, ids)).filter(([, rows]) => rows > 0);
  const files = await desk.query("select from file where id = any($1)", [fileIds]);
  const stored = paths.filter((path) => isStored(desk, path));
  const found = await hitsOf(stage, word);
  const events = await desk.query("select from event where subject_id = $1 and kind = 'ticket_purge'", [
    ticketid,
  ]);
  return [
    ...named.map(([table, rows]) => `${rows} rows of ${table}`),
    ...(files.length > 0 ? [`${files.length} rows of files`] : []),
    ...stored.map((path) => `stored: ${path}`),
    ...(found > 0 ? [`the search finds ${found}`] : []),
    ...(events.length === 1 ? [] : [`${events.length} events of its removal`]),
  ].map((finding) => `${account.platform}: ${finding}`);
}

async function broughtBack(stage: Stage, { account, client, word }: Kept): Promise<string[]> {
  const { desk, simulator } = stage;
  const ticketsOf = () =>
    desk.query<{ contents: string[] }>(
      `select array(select content from message m where m.ticket_id = t.id and type = 'text' order by seq) as contents
        from ticket t where client_external_id = $1`,
      [String(client.id)],
    );
  const answers = await simulator.control.repeat(account.id, 3);
  const again = await ticketsOf();
  await client.write(`${word} again`);
  const now = await ticketsOf();
  const right =
    answers.every((status) => status === 200) &&
    again.length === 0 &&
    now.length === 1 &&
    now[0]?.contents.length === 1;
  return right ? [] : [`${account.platform}: ${JSON.stringify({ answers, again, now })}`];
}

/** Counts what is there of a ticket: rows by table, stored files, hits of the search. */
async function stateOf(stage: Stage, { ids, paths, word }: Kept): Promise<Record<string, number>> {
  const stored = paths.filter((path) => isStored(stage.desk, path)).length;
  return { ...(await countRows(stage.desk, ids)), stored, hits: await hitsOf(stage, word) };
}

/** Rows that name one of the ids, by table. What waits to be counted for the figures goes by itself, also of a ticket that is gone. */
async function countRows({ query }: Desk, ids: string[]): Promise<Record<string, number>> {
  const { figure_due: _, ...rows } = await countNaming(query, ids);
  return rows;
}

async function hitsOf({ caller }: Stage, word: string): Promise<number> {
  let hits = 0;
  for (const state of ["open", "closed"]) {
    const { status, body } = await caller("ingrid").get(`/search-ticket/${word}/${state}`);
    if (status !== 200) throw new Error(`The search answers ${status}: ${JSON.stringify(body)}`);
    hits += (body as object[]).length;
  }
  return hits;
}

const isStored = ({ dataDir }: Desk, path: string) => existsSync(join(dataDir, path));

const flat = async (each: Promise<string[]>[]): Promise<string[]> => (await Promise.all(each)).flat();

function firstOf([first]: Kept[]): Kept {
  if (!first) throw new Error("There is no ticket");
  return first;
}
