import { setTimeout as wait } from "node:timers/promises";
import { type Caller, callAs } from "../../outside/caller.ts";
import { createDesk } from "../../outside/desk.ts";
import { startRedis } from "../../world/redis.ts";
import type { Apart } from "../apart.ts";
import { isArrived, type Reply } from "../ledger.ts";
import { type Stage, type Talk, until } from "../stage.ts";
import type { Viewer } from "../viewer.ts";
import { expireClaims } from "./kill.ts";

/** Milliseconds between the end of a window and a message's arrival that transit and a busy machine may take. */
const way = 1500;
/** Milliseconds that the provider takes for a message in the round of the kill. */
const slow = 1000;
/**
 * Milliseconds that a message which missed its window may wait for its end: a paced client has a turn each six seconds.
 */
const timeout = 10_000;

type Try = { talk: Talk; replies: Reply[]; end: Date };

/**
 * On platforms that close a conversation after a while, the window ends while messages wait for a provider that asks to
 * wait, for their turn, and for a killed desk. A second process serves the same company.
 */
export async function windowEnds({ stage, restart }: Apart): Promise<void> {
  const { desk, report, simulator } = stage;
  const redis = await startRedis();
  await restart({ SEND_PACING: "1", REDIS_URL: redis.url });
  const other = await createDesk({
    ...{ ...simulator.settings, REDIS_URL: redis.url },
    DATABASE_URL: desk.databaseUrl(),
    PARLEY_ROLE: "web",
    PUBLIC_URL: desk.url,
  });
  try {
    await other.start();
    for (const talk of await windowed(stage)) {
      report.begin(`A reply window ends while messages wait (${talk.account.platform})`);
      await endWhileHeldBack(stage, talk);
      await endWhileKilled(stage, talk);
      await reopenEverywhere(stage, talk, other.url);
    }
    await stage.checkAll("after windows ended");
  } finally {
    await other.remove();
    await redis.stop();
  }
}

/** A conversation at each account whose platform has a window. */
async function windowed(stage: Stage): Promise<Talk[]> {
  const talks = await stage.everywhere("mira");
  const rows = await stage.desk.query<{ id: string }>(
    "select id from ticket where reply_window_until is not null",
  );
  const ids = new Set(rows.map(({ id }) => id));
  return talks.filter(({ ticketid }) => ids.has(ticketid));
}

/**
 * Two more clients of the account: one whose provider asks to wait, one with more messages than may be sent at once.
 */
async function endWhileHeldBack(stage: Stage, { account }: Talk): Promise<void> {
  const { report, simulator } = stage;
  const { id: bot, sending } = account;
  const [paced, refused] = [
    await stage.conversation("mira", account),
    await stage.conversation("jonas", account),
  ];
  const turn = await write(stage, paced, 50, 1000);
  await report.check(
    "P5",
    "held back by its pace: left in time, or failed with that reason",
    either(stage, turn),
  );
  const premise = await outcomes(stage, turn);
  await report.check("P5", "of both there are some", [
    ...(premise.some(isArrived) ? [] : ["none was sent"]),
    ...(premise.includes("failed") ? [] : ["none failed"]),
  ]);
  simulator.control.addFault({ ...sending.busy, bot, method: sending.method, times: 0 });
  const busy = await write(stage, refused, 5, 1000);
  await report.check("P5", "the provider asks to wait: failed with that reason", [
    ...(await either(stage, busy)),
    ...(await outcomes(stage, busy)).filter((status) => status !== "failed").map(String),
  ]);
  simulator.control.clearFaults();
}

async function endWhileKilled(stage: Stage, { account }: Talk): Promise<void> {
  const { desk, report, simulator } = stage;
  const talk = await stage.conversation("mira", account);
  const { id: bot, sending } = account;
  simulator.control.addFault({ kind: "latency", ms: slow, bot, method: sending.method, times: 0 });
  const killed = await write(stage, talk, 8, slow);
  await desk.kill();
  await wait(Math.max(0, killed.end.getTime() - Date.now()));
  await desk.start();
  await expireClaims(stage);
  await report.check(
    "P5",
    "killed before its end: left in time, or failed with that reason",
    either(stage, killed, { interrupted: 1 }),
  );
  simulator.control.clearFaults();
  const statuses = await outcomes(stage, killed);
  await report.check("P5", "some were left behind", statuses.includes("failed") ? [] : statuses.map(String));
}

/** Writes so many messages, and ends the window so many milliseconds later. */
async function write({ desk, say }: Stage, talk: Talk, count: number, milliseconds: number): Promise<Try> {
  const replies: Reply[] = [];
  while (replies.length < count) replies.push(await talk.reply(say("before the window ends")));
  const [row] = await desk.query<{ until: Date }>(
    "update ticket set reply_window_until = now() + $2 * interval '1 ms' where id = $1 returning reply_window_until as until",
    [talk.ticketid, milliseconds],
  );
  if (!row) throw new Error("The ticket is not there");
  return { talk, replies, end: row.until };
}

/**
 * Messages that were neither sent in time, once, nor failed for the window's end. `interrupted`: so many may be
 * uncertain.
 */
async function either(
  stage: Stage,
  { talk, replies, end }: Try,
  { interrupted = 0 }: { interrupted?: number } = {},
): Promise<string[]> {
  const { desk } = stage;
  const ids = replies.map(({ messageid }) => messageid);
  const waiting = "select id from message where id = any($1) and status = 'queued'";
  const settled = async () => (await desk.query(waiting, [ids])).length === 0;
  const late = Math.max(0, end.getTime() - Date.now()) + timeout;
  const never = await until("none waits", settled, late);
  const rows = await desk.query<{ content: string; status: string; code: string | null }>(
    "select content, status, status_reason->>'code' as code from message where id = any($1)",
    [ids],
  );
  const times = Map.groupBy(talk.client.arrivals(), ({ text }) => text);
  const uncertain = rows.filter(({ status }) => status === "uncertain").length;
  const wrong = rows.flatMap(({ content, status, code }) => {
    const came = times.get(content) ?? [];
    const inTime = came.every(({ at }) => at.getTime() <= end.getTime() + slow + way);
    const right =
      inTime &&
      (isArrived(status)
        ? came.length === 1
        : status === "failed"
          ? came.length === 0 && code === "reply_window_closed"
          : status === "uncertain" && came.length <= 1);
    const arrivals = came.map(({ at }) => `${at.getTime() - end.getTime()} ms`).join();
    return right ? [] : [`${status}, ${code}, on the phone ${came.length} times (${arrivals}): ${content}`];
  });
  return [...never, ...wrong, ...(uncertain <= interrupted ? [] : [`${uncertain} are uncertain`])];
}

async function outcomes({ desk }: Stage, { replies }: Try): Promise<string[]> {
  const rows = await desk.query<{ status: string }>("select status from message where id = any($1)", [
    replies.map(({ messageid }) => messageid),
  ]);
  return rows.map(({ status }) => status);
}

/** A closed window refuses in both processes, and the client's message opens it in both and on their screens. */
async function reopenEverywhere(stage: Stage, talk: Talk, elsewhere: string): Promise<void> {
  const { desk, house, report, ledger, say } = stage;
  const { client, ticketid } = talk;
  await desk.query("update ticket set reply_window_until = now() where id = $1", [ticketid]);
  const callers = [desk.url, elsewhere].map((url) => callAs(url, house.people.mira, desk.url));
  const viewers = [desk.url, elsewhere].map((url) => stage.viewer("mira", url));
  for (const viewer of viewers) viewer.watch(ticketid);
  await Promise.all(viewers.map((viewer) => viewer.caughtUp()));
  const tries = await Promise.all(
    callers.map((caller) => caller.post("/send-message", { ticketid, content: say("too late") })),
  );
  await report.check(
    "P5",
    "after its end both processes refuse",
    tries.filter(({ status }) => status !== 409).map(({ status }) => String(status)),
  );
  await client.write(say("here I am again"));
  await report.check("P4", "the client's message opens it on screens of both", open(callers, viewers));
  const notes = callers.map((caller) => ({
    caller,
    reply: ledger.note(client, ticketid, say("welcome back")),
  }));
  for (const { caller, reply } of notes) await ledger.send(caller, reply);
  const came = () => notes.every(({ reply }) => client.received().includes(reply.text));
  await report.check("P5", "a reply by either process reaches the client", await until("sent", came));
  for (const viewer of viewers) viewer.close();
}

async function open(callers: Caller[], viewers: Viewer[]): Promise<string[]> {
  const shown = await Promise.all(viewers.map((viewer) => viewer.disagreement()));
  const lists = await Promise.all(callers.map((caller) => caller.get("/tickets")));
  const closed = lists.filter(
    ({ body }) =>
      !(body as { reply_window_until: string | null }[]).some(
        ({ reply_window_until: end }) => end !== null && new Date(end).getTime() > Date.now() + 3_600_000,
      ),
  );
  return [...shown.flat(), ...closed.map(() => "a process lists it as closed")];
}
