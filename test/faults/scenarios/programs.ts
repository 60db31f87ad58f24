/** A program changes things while the app is killed, and repeats each call that got no answer: one change, one event, one answer. */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { keyAbilities } from "@parley/contract/key-abilities";
import { holdWorker } from "../hold-worker.ts";
import { type Stage, until } from "../stage.ts";
import { type Change, type Program, plantChanges } from "./program-changes.ts";

type Answer = { status: number; text: string; replayed: boolean };
/** A call of one program: each call of `send` is the same request. */
type Request = { change: Change; name: string; send(signal?: AbortSignal): Promise<Answer> };
/** `replayed`: what the repeat has to say of the answer, where that is sure. */
type Moment = { what: string; replayed?: boolean; kill(stage: Stage, requests: Request[]): Promise<void> };

const moments: Moment[] = [
  {
    what: "before the commit",
    replayed: false,
    async kill(stage, requests) {
      const begin = async () => requests.forEach((request) => void lose(request));
      const release = await holdWorker(stage, "lock table program_repeat in share mode", [], begin);
      await stage.desk.kill();
      await release();
    },
  },
  {
    what: "between commit and answer",
    replayed: true,
    async kill({ desk }, requests) {
      const lost = new AbortController();
      for (const request of requests) void lose(request, lost.signal);
      const names = requests.flatMap(({ change, name }) => (change.kept ? [name] : []));
      const kept = "select from program_repeat where name = any($1)";
      const all = async () => (await desk.query(kept, [names])).length === names.length;
      const never = await until("the changes are committed", all, 30_000);
      lost.abort();
      await desk.kill();
      if (never.length > 0) throw new Error(never.join());
    },
  },
  {
    what: "at a random moment",
    async kill({ desk }, requests) {
      for (const request of requests) void lose(request);
      await wait(randomInt(0, 150));
      await desk.kill();
    },
  },
];

export async function programsRepeat(stage: Stage, { rounds }: { rounds: number }): Promise<void> {
  const all = Array.from({ length: rounds }, () => moments).flat();
  stage.report.begin(`A program repeats its calls after the app was killed, ${all.length} times`);
  const program = await openProgram(stage);
  for (const moment of all) {
    const changes = await plantChanges(stage, program);
    const requests = changes.map((change) => requestOf(stage.desk.url, program, change));
    await moment.kill(stage, requests);
    await stage.desk.start();
    for (const request of requests) await repeat(stage, moment, request);
    await removeWebhooks(stage);
  }
}

async function openProgram({ caller, simulator }: Stage): Promise<Program> {
  const admin = caller("ingrid");
  const made = await admin.surely("/create-key", { name: "Warehouse", abilities: [...keyAbilities] });
  const { connect } = simulator.control.createAccount({ platform: "gateway", name: "SMS" });
  const connected = await admin.surely("/channels/gateway/connect", connect);
  const { token } = made.body as { token?: string };
  const { channelid: gateway } = connected.body as { channelid?: string };
  if (!token || !gateway) throw new Error(`No key or no gateway: ${JSON.stringify([made, connected])}`);
  return { token, gateway };
}

function requestOf(url: string, { token }: Program, change: Change): Request {
  const name = randomUUID();
  const { method, path, body } = change;
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "idempotency-key": name,
  };
  const send = async (signal = AbortSignal.timeout(15_000)): Promise<Answer> => {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
      signal,
    });
    const replayed = answer.headers.get("idempotent-replayed") === "true";
    return { status: answer.status, text: await answer.text(), replayed };
  };
  return { change, name, send };
}

/** Whatever becomes of the call, the program does not learn of it. */
const lose = ({ send }: Request, signal?: AbortSignal): Promise<unknown> => send(signal).catch(() => null);

async function repeat({ desk, report }: Stage, { what, replayed }: Moment, request: Request): Promise<void> {
  const { change, send } = request;
  const first = await send();
  const second = await send();
  const wrong = [];
  if (first.status >= 300) wrong.push(`the repeat got ${first.status}: ${first.text}`);
  if (change.kept && replayed !== undefined && first.replayed !== replayed)
    wrong.push(`the repeat's answer was ${first.replayed ? "" : "not "}that of the first call`);
  if ((change.kept && !second.replayed) || second.text !== first.text)
    wrong.push(`the next repeat got another answer: ${second.text}`);
  const rows = await desk.query<{ id: string }>(change.rows, [change.value]);
  if (rows.length !== 1) wrong.push(`${rows.length} rows`);
  const events = await desk.query(
    `select from event where kind = $1 and actor_kind = $2
      and $3 in (subject_id::text, facts->>'organisation', facts->>'webhook')`,
    [change.event, change.kept ? "api_key" : "client", rows[0]?.id],
  );
  if (events.length !== 1) wrong.push(`${events.length} events`);
  await report.check("P2", `killed ${what}: ${change.what} is there once`, wrong);
}

/** A company has no more than twenty. */
async function removeWebhooks({ caller, desk }: Stage): Promise<void> {
  const made = await desk.query<{ id: string }>("select id from webhook where url = 'https://127.0.0.1:1/'");
  for (const { id } of made) await caller("ingrid").surely("/remove-webhook", { webhookid: id });
}
