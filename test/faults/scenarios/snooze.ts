/** Snoozes whose time comes while the worker is killed: each ticket is back once, and in time. */
import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { NotesAnswer } from "@parley/contract/notes";
import type { Ticket } from "@parley/contract/tickets";
import { holdWorker } from "../hold-worker.ts";
import { type Stage, type Talk, until } from "../stage.ts";

/** Milliseconds in which a ticket has to be back, from its time or from the worker's start, whichever is later. */
const allowed = 5000;

type Moment = {
  what: string;
  /** Milliseconds between the times of two tickets. */
  apart: number;
  /** Resolves with what holds the worker at this moment, and lets it go. */
  arrive(stage: Stage, talks: Talk[]): Promise<() => Promise<void>>;
};

const anyMoment: Moment = {
  what: "at a random moment",
  apart: 100,
  arrive: async (_stage, talks) => {
    await wait(randomInt(100, talks.length * 100));
    return async () => undefined;
  },
};
const heldMoments: Moment[] = [
  {
    what: "with half of the tickets back",
    apart: 1,
    arrive: (stage, talks) =>
      holdWorker(stage, "select 1 from ticket where id = $1 for update", [talks[talks.length / 2]?.ticketid]),
  },
  {
    what: "between a ticket's row and its event",
    apart: 1,
    arrive: (stage) => holdWorker(stage, "lock table event in share mode"),
  },
];

export async function snoozesEnd(
  stage: Stage,
  { rounds, tickets }: { rounds: number; tickets: number },
): Promise<void> {
  const moments = Array.from({ length: rounds }, () => [anyMoment, ...heldMoments]).flat();
  stage.report.begin(`Snoozes end while the worker is killed, ${moments.length} times, ${tickets} tickets`);
  const talks = await Promise.all(Array.from({ length: tickets }, () => stage.conversation("mira")));
  const viewer = stage.viewer("ingrid");
  await viewer.caughtUp();
  for (const moment of moments) await endWhileKilled(stage, talks, moment);
  await stage.checkAll("after snoozes ended", [viewer]);
  viewer.close();
}

async function endWhileKilled(stage: Stage, talks: Talk[], { what, apart, arrive }: Moment): Promise<void> {
  const { desk, report } = stage;
  const ends = await snoozeAll(stage, talks, apart);
  const release = await arrive(stage, talks);
  const before = talks.length - (await missing(stage, talks)).length;
  await desk.kill();
  await release();
  await wait(randomInt(0, 300));
  await desk.start();
  const started = Date.now();
  const deadline = Math.max(started, ...ends.values()) + allowed;
  const back = async () => (await missing(stage, talks)).length === 0;
  await report.check("", `killed ${what}, ${before} of ${talks.length} being back: all are within 5 s`, [
    ...(await until("back", back, deadline - Date.now())),
    ...(await missing(stage, talks)),
  ]);
  await report.check(
    "",
    `killed ${what}: each came back once, not before its time`,
    once(stage, talks, ends),
  );
}

/** The times at which they end. */
async function snoozeAll(
  { caller, desk }: Stage,
  talks: Talk[],
  apart: number,
): Promise<Map<string, number>> {
  const ids = talks.map(({ ticketid }) => ticketid);
  for (const ticketid of ids)
    await caller("mira").surely("/snooze-ticket", { ticketid, until: "later_today" });
  const rows = await desk.query<{ id: string; end: Date }>(
    `update ticket set snoozed_until = now() + (200 + $2 * array_position($1, id)) * interval '1 ms'
      where id = any($1::uuid[]) returning id, snoozed_until as end`,
    [ids, apart],
  );
  if (rows.length !== talks.length) throw new Error("Not all tickets are snoozed");
  return new Map(rows.map(({ id, end }) => [id, end.getTime()]));
}

/** Names each talk that a colleague's list does not show as back. */
async function missing({ caller }: Stage, talks: Talk[]): Promise<string[]> {
  const { status, body } = await caller("ingrid").get("/tickets");
  if (status !== 200) return [`the list answers ${status}`];
  const back = new Set((body as Ticket[]).flatMap((ticket) => (isBack(ticket) ? [ticket.ticketid] : [])));
  return talks.flatMap(({ ticketid }) => (back.has(ticketid) ? [] : [`not back: ${ticketid}`]));
}

const isBack = ({ snoozed, back }: Ticket) => snoozed === undefined && back === "time";

/** Tickets whose timeline does not have exactly one line of it since they were snoozed, at the right time. */
async function once({ caller }: Stage, talks: Talk[], ends: Map<string, number>): Promise<string[]> {
  const wrong = talks.map(async ({ ticketid }) => {
    const { body } = await caller("ingrid").get(`/${ticketid}/notes`);
    const lines = (body as NotesAnswer).lines.toSorted((one, other) => one.number - other.number);
    const last = lines.findLastIndex(({ kind }) => kind === "ticket_snooze");
    const times = lines.slice(last + 1).map(({ kind, created_on: time }) => ({ kind, time }));
    const [first] = times;
    const right =
      times.length === 1 &&
      first?.kind === "ticket_unsnooze" &&
      Date.parse(first.time) >= (ends.get(ticketid) ?? Number.POSITIVE_INFINITY);
    return right ? [] : [`${ticketid}: ${JSON.stringify(times)}`];
  });
  return (await Promise.all(wrong)).flat();
}
