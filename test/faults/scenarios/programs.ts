/** A program changes tickets while the app is killed, and repeats each call that got no answer: one change, one event, one answer. */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { holdWorker } from "../hold-worker.ts";
import { createPlayedClient } from "../played-client.ts";
import { type Stage, until } from "../stage.ts";

type Change = { what: string; path: string; body: object };
type Answer = { status: number; text: string; replayed: boolean };
/** A call of one program: each call of `send` is the same request. */
type Request = {
  change: Change;
  ticketid: string;
  name: string;
  send(signal?: AbortSignal): Promise<Answer>;
};
/** `replayed`: what the repeat has to say of the answer, where that is sure. */
type Moment = { what: string; replayed?: boolean; kill(stage: Stage, request: Request): Promise<void> };

const moments: Moment[] = [
  {
    what: "before the commit",
    replayed: false,
    async kill(stage, request) {
      const begin = async () => void lose(request);
      const release = await holdWorker(stage, "lock table program_repeat in share mode", [], begin);
      await stage.desk.kill();
      await release();
    },
  },
  {
    what: "between commit and answer",
    replayed: true,
    async kill({ desk }, request) {
      const lost = new AbortController();
      void lose(request, lost.signal);
      const kept = async () =>
        (await desk.query("select from program_repeat where name = $1", [request.name])).length > 0;
      const never = await until("the change is committed", kept, 30_000);
      lost.abort();
      await desk.kill();
      if (never.length > 0) throw new Error(never.join());
    },
  },
  {
    what: "at a random moment",
    async kill({ desk }, request) {
      void lose(request);
      await wait(randomInt(0, 40));
      await desk.kill();
    },
  },
];

export async function programsRepeat(stage: Stage, { rounds }: { rounds: number }): Promise<void> {
  const all = Array.from({ length: rounds }, () => moments).flat();
  const { desk, report, caller } = stage;
  report.begin(`A program repeats its calls after the app was killed, ${all.length} times`);
  const admin = caller("ingrid");
  const abilities = ["sendReplies", "answerTickets", "readTickets"];
  const made = await admin.surely("/create-key", { name: "Warehouse", abilities });
  const tag = await admin.surely("/create-tag", { name: `Repeated ${randomUUID().slice(0, 8)}` });
  const { token } = made.body as { token?: string };
  const { tagid } = tag.body as { tagid?: string };
  if (!token || !tagid) throw new Error(`No key or no tag: ${made.status} ${tag.status}`);
  for (const moment of all) {
    const changes: Change[] = [
      { what: "a message", path: "messages", body: { text: stage.say("Your order is on its way") } },
      { what: "a tag", path: "tags", body: { add: [tagid] } },
      { what: "closing", path: "close", body: { silently: true } },
    ];
    const requests: Request[] = [];
    for (const change of changes)
      requests.push(requestOf(desk.url, token, change, await ticketOfClient(stage)));
    for (const request of requests) await killAndRepeat(stage, moment, request);
  }
}

/** The ledger does not know what such a client gets. */
async function ticketOfClient(stage: Stage): Promise<string> {
  const client = await createPlayedClient(stage.simulator, stage.accounts[0].id, { firstName: "Iris" });
  await client.write(stage.say("hello"));
  return stage.ticketOf(client);
}

function requestOf(url: string, token: string, change: Change, ticketid: string): Request {
  const name = randomUUID();
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "idempotency-key": name,
  };
  const send = async (signal = AbortSignal.timeout(15_000)): Promise<Answer> => {
    const answer = await fetch(`${url}/api/v1/tickets/${ticketid}/${change.path}`, {
      ...{ method: "POST", headers, body: JSON.stringify(change.body), signal },
    });
    const replayed = answer.headers.get("idempotent-replayed") === "true";
    return { status: answer.status, text: await answer.text(), replayed };
  };
  return { change, ticketid, name, send };
}

/** Whatever becomes of the call, the program does not learn of it. */
const lose = ({ send }: Request, signal?: AbortSignal): Promise<unknown> => send(signal).catch(() => null);

async function killAndRepeat(
  stage: Stage,
  { what, replayed, kill }: Moment,
  request: Request,
): Promise<void> {
  const { desk, report } = stage;
  await kill(stage, request);
  await desk.start();
  const first = await request.send();
  const second = await request.send();
  const wrong = [];
  if (first.status >= 300) wrong.push(`the repeat got ${first.status}: ${first.text}`);
  if (replayed !== undefined && first.replayed !== replayed)
    wrong.push(`the repeat's answer was ${first.replayed ? "" : "not "}that of the first call`);
  if (!second.replayed || second.text !== first.text)
    wrong.push(`the next repeat got another answer: ${second.text}`);
  const [row] = await desk.query<{ events: number }>(
    "select count(*)::integer as events from event where subject_id = $1 and actor_kind = 'api_key'",
    [request.ticketid],
  );
  if (row?.events !== 1) wrong.push(`${row?.events} events`);
  wrong.push(...(await miscounted(stage, request)));
  await report.check("P2", `killed ${what}: ${request.change.what} is there once`, wrong);
}

async function miscounted({ desk }: Stage, { change, ticketid }: Request): Promise<string[]> {
  const [row] = await desk.query<{ messages: number; tags: number; closed: boolean }>(
    `select (select count(*)::integer from message m where m.ticket_id = t.id and m.is_agent and m.content = $2) as messages,
      (select count(*)::integer from ticket_tag g where g.ticket_id = t.id) as tags, closed_on is not null as closed
      from ticket t where id = $1`,
    [ticketid, "text" in change.body ? change.body.text : ""],
  );
  const expected = {
    messages: change.path === "messages" ? 1 : 0,
    tags: change.path === "tags" ? 1 : 0,
    closed: change.path === "close",
  };
  return JSON.stringify(row) === JSON.stringify(expected) ? [] : [JSON.stringify(row)];
}
