/** Tickets are split and merged while the app is killed: all of it is done, or nothing, and a repeat does it once. */
import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { holdWorker } from "../hold-worker.ts";
import { createPlayedClient } from "../played-client.ts";
import type { Stage } from "../stage.ts";

type Kept = { target: string; ticketid: string; messageids: string[] };
type Verb = {
  what: string;
  path: string;
  body(kept: Kept): object;
  /** Says what is half done; `done`: all of it must be. */
  half(stage: Stage, kept: Kept, done: boolean): Promise<string[]>;
  undo(stage: Stage, kept: Kept): Promise<{ path: string; body: object }>;
};

const verbs: Verb[] = [
  {
    what: "a split",
    path: "/split-ticket",
    body: ({ ticketid, messageids }) => ({ ticketid, messageids, subject: "The invoice" }),
    async half({ desk }, { ticketid, messageids }, done) {
      const [found] = await desk.query(
        `select (select count(*)::int from ticket where split_from = $1) as tickets,
          (select count(*)::int from message where split_from = any($2)) as copies,
          (select count(*)::int from message where id = any($2) and split_into is not null) as marked,
          (select count(*)::int from event e where e.subject_id = $1 and e.kind = 'ticket_split') as events`,
        [ticketid, messageids],
      );
      const all = { tickets: 1, copies: messageids.length, marked: messageids.length, events: 1 };
      const none = { tickets: 0, copies: 0, marked: 0, events: 0 };
      return isOneOf(found, done ? [all] : [all, none]);
    },
    async undo({ desk }, { ticketid }) {
      const [made] = await desk.query<{ id: string }>("select id from ticket where split_from = $1", [
        ticketid,
      ]);
      return { path: "/unsplit-ticket", body: { ticketid: made?.id } };
    },
  },
  {
    what: "a merge",
    path: "/merge-tickets",
    body: ({ ticketid, target }) => ({ ticketid, into: target }),
    async half({ desk }, { ticketid, target }, done) {
      const [found] = await desk.query(
        `select (select count(*)::int from ticket where id = $1 and merged_into = $2) as merged,
          (select coalesce(cardinality(merged_tickets), 0) from ticket where id = $2) as listed,
          (select count(*)::int from event e where e.subject_id = $2 and e.kind = 'ticket_merge') as events`,
        [ticketid, target],
      );
      const all = { merged: 1, listed: 1, events: 1 };
      return isOneOf(found, done ? [all] : [all, { merged: 0, listed: 0, events: 0 }]);
    },
    undo: async (_stage, { ticketid }) => ({ path: "/unmerge-ticket", body: { ticketid } }),
  },
];

type Calls = () => Promise<unknown>;
const moments: { what: string; kill(stage: Stage, calls: Calls): Promise<void> }[] = [
  {
    what: "before its event is written",
    async kill(stage, calls) {
      let answers: Promise<unknown> = Promise.resolve();
      const begin = async () => {
        answers = calls();
      };
      const lock = "lock table event in share mode";
      const release = await holdWorker(stage, lock, [], begin, verbs.length);
      await stage.desk.kill();
      await release();
      await answers;
    },
  },
  {
    what: "about its commit",
    async kill({ desk }, calls) {
      const answers = calls();
      await wait(randomInt(5, 60));
      await desk.kill();
      await answers;
    },
  },
];

export async function dividedWhileKilled(stage: Stage, { rounds }: { rounds: number }): Promise<void> {
  stage.report.begin(
    `The app is killed while a ticket is split and another is merged, ${rounds * moments.length} × kill -9`,
  );
  for (let round = 0; round < rounds; round++)
    for (const moment of moments) await divideWhileKilled(stage, moment);
}

/** Each verb has tickets of its own, and all are called at once. */
async function divideWhileKilled(stage: Stage, { what, kill }: (typeof moments)[number]): Promise<void> {
  const tries: { verb: Verb; kept: Kept }[] = [];
  for (const verb of verbs) tries.push({ verb, kept: await furnish(stage) });
  const mira = stage.caller("mira");
  await kill(stage, () => Promise.all(tries.map(({ verb, kept }) => mira.post(verb.path, verb.body(kept)))));
  await stage.desk.start();
  for (const { verb, kept } of tries) await repeat(stage, `${verb.what}, killed ${what}`, verb, kept);
}

async function repeat(stage: Stage, name: string, verb: Verb, kept: Kept): Promise<void> {
  const { caller, desk, report } = stage;
  await report.check("", `${name}: all of it is done, or nothing`, verb.half(stage, kept, false));
  const again = await caller("mira").surely(verb.path, verb.body(kept));
  await report.check("P2", `${name}: a repeat ends with one`, [
    ...(again.status === 200 ? [] : [`${again.status} ${JSON.stringify(again.body)}`]),
    ...(await verb.half(stage, kept, true)),
  ]);
  const { path, body } = await verb.undo(stage, kept);
  const undone = await caller("mira").surely(path, body);
  const left = await desk.query(
    "select 1 from ticket where id = any($1) and (merged_into is not null or merged_tickets is not null)",
    [[kept.ticketid, kept.target]],
  );
  const marked = await desk.query("select 1 from message where split_into is not null and id = any($1)", [
    kept.messageids,
  ]);
  await report.check("P3", `${name}: undoing leaves nothing of it`, [
    ...(undone.status === 200 ? [] : [`${undone.status} ${JSON.stringify(undone.body)}`]),
    ...(left.length + marked.length === 0 ? [] : [`${left.length} tickets, ${marked.length} messages`]),
  ]);
}

/** Two tickets of one client, which the ledger does not follow, with two messages in one of them. */
async function furnish(stage: Stage): Promise<Kept> {
  const { desk, simulator, caller, accounts } = stage;
  const ticketids: string[] = [];
  for (const firstName of ["Cleo", "Dora"]) {
    const client = await createPlayedClient(simulator, accounts[0].id, { firstName });
    await client.write(stage.say("first"));
    const ticketid = await stage.ticketOf(client);
    await caller("mira").surely("/acceptTicket", { ticketid });
    await client.write(stage.say("second"));
    ticketids.push(ticketid);
  }
  const [target, ticketid] = ticketids as [string, string];
  for (const table of ["ticket", "message"])
    await desk.query(
      `update ${table} set client_id = (select client_id from ticket where id = $1)
        where ${table === "ticket" ? "id" : "ticket_id"} = $2`,
      [target, ticketid],
    );
  const rows = await desk.query<{ id: string }>(
    "select id from message where ticket_id = $1 and not is_agent order by seq",
    [ticketid],
  );
  return { target, ticketid, messageids: rows.map(({ id }) => id) };
}

const isOneOf = (found: unknown, wanted: object[]): string[] =>
  wanted.some((one) => JSON.stringify(one) === JSON.stringify(found)) ? [] : [JSON.stringify(found)];
