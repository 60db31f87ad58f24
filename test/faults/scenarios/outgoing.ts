/**
 * Texts and mails that leave later while the worker is killed: each becomes one message, on every channel, in time, and none is
 * lost. The macro of a text runs once, with it.
 */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { TicketOutgoing } from "@parley/contract/outgoing";
import type { SharedBubble } from "@parley/contract/shared-bubbles";
import { holdWorker } from "../hold-worker.ts";
import { type Stage, type Talk, until } from "../stage.ts";

/** Milliseconds in which a text has to leave, from its time or from the worker's start, whichever is later. */
const allowed = 5000;

/** `mail`: it was scheduled as a mail, with a header of its own. */
type Text = {
  talk: Talk;
  messageid: string;
  content: string;
  mail: boolean;
  due: number;
  /** The id under which its macro runs. */
  runid: string;
};

type Moment = {
  what: string;
  /** Milliseconds between the times of two texts. */
  apart: number;
  /** Resolves with what holds the worker at this moment, and lets it go. */
  arrive(stage: Stage, texts: Text[]): Promise<() => Promise<void>>;
};

const anyMoment: Moment = {
  what: "at a random moment",
  apart: 100,
  arrive: async (_stage, texts) => {
    await wait(randomInt(100, texts.length * 100));
    return async () => undefined;
  },
};
const heldMoments: Moment[] = [
  {
    what: "with a text gone from those that wait, and its message not there yet",
    apart: 1,
    arrive: (stage) => holdWorker(stage, "lock table message in share mode"),
  },
  {
    what: "between a message and its event",
    apart: 1,
    arrive: (stage) => holdWorker(stage, "lock table event in share mode"),
  },
];

export async function textsLeaveLater(
  stage: Stage,
  { rounds, perAccount }: { rounds: number; perAccount: number },
): Promise<void> {
  const macro = await shareMacro(stage);
  for (let round = 0; round < rounds; round++) await scheduleWhileKilled(stage, macro);
  const moments = Array.from({ length: rounds }, () => [anyMoment, ...heldMoments]).flat();
  stage.report.begin(
    `Texts leave later while the worker is killed, ${moments.length} times, ${perAccount} of each account`,
  );
  const talks = (
    await Promise.all(Array.from({ length: perAccount }, () => stage.everywhere("mira")))
  ).flat();
  for (const moment of moments) await leaveWhileKilled(stage, talks, moment, macro);
  await stage.checkAll("after texts left");
}

/** Its action leaves the ticket as open as the other texts need it. */
async function shareMacro({ caller, report }: Stage): Promise<SharedBubble> {
  const actions = [{ kind: "priority", priority: "urgent" }];
  const bubble = { name: "Urgent", content: "At once", actions };
  const { status, body } = await caller("ingrid").surely("/admin/create-bubble", bubble);
  await report.check("", "a macro is shared", status === 201 || status === 200 ? [] : [`${status}`]);
  return body as SharedBubble;
}

/** Each call repeats its id until it is answered, as a console does: what was kept by a call without an answer stays one. */
async function scheduleWhileKilled(stage: Stage, macro: SharedBubble): Promise<void> {
  const { desk, report } = stage;
  report.begin("Texts are scheduled while the app is killed");
  const talks = await stage.everywhere("mira");
  const scheduling = scheduleAll(stage, talks, 100_000, macro);
  await wait(randomInt(20, 200));
  await desk.kill();
  await desk.start();
  const texts = await scheduling;
  const ids = texts.map(({ messageid }) => messageid);
  const kept = await desk.query<{ id: string }>("select id from outgoing where id = any($1::uuid[])", [ids]);
  await report.check(
    "P1",
    "killed while texts are scheduled: each that was answered waits, once",
    ids.filter((id) => kept.filter((row) => row.id === id).length !== 1),
  );
  for (const messageid of ids) await stage.caller("mira").surely("/drop-outgoing", { messageid });
}

async function leaveWhileKilled(
  stage: Stage,
  talks: Talk[],
  { what, apart, arrive }: Moment,
  macro: SharedBubble,
): Promise<void> {
  const { desk, report } = stage;
  const texts = await scheduleAll(stage, talks, apart, macro);
  const release = await arrive(stage, texts);
  await desk.kill();
  await release();
  await wait(randomInt(0, 300));
  await desk.start();
  const started = Date.now();
  const deadline = Math.max(started, ...texts.map(({ due }) => due)) + allowed;
  const gone = async () => (await waiting(stage, texts)).length === 0;
  await report.check("", `killed ${what}: all have left within 5 s`, [
    ...(await until("gone", gone, deadline - Date.now())),
    ...(await waiting(stage, texts)),
  ]);
  await report.check("P2", `killed ${what}: each is one message, not before its time`, once(stage, texts));
  await report.check("P2", `killed ${what}: the macro of each text ran once, with it`, ranOnce(stage, texts));
  await report.check("", `killed ${what}: each client got it once`, reached(stage, texts));
}

async function scheduleAll(
  { caller, desk, say, report }: Stage,
  talks: Talk[],
  apart: number,
  { bubbleid, updated_on }: SharedBubble,
): Promise<Text[]> {
  const texts = talks.map((talk) => ({
    ...{ talk, messageid: randomUUID(), content: say("later") },
    mail: talk.account.platform === "email",
    runid: randomUUID(),
  }));
  const refused: string[] = [];
  for (const { talk, messageid, content, mail, runid } of texts) {
    const macro = { runid, bubbleid, updated_on };
    const body = { ticketid: talk.ticketid, messageid, leaves: "hour", macro };
    const { status, body: answer } = mail
      ? await caller("mira").surely("/schedule-mail", {
          ...{ ...body, to: [{ address: String(talk.client.id) }], subject: content },
          html: `<p>${content}</p>`,
        })
      : await caller("mira").surely("/schedule-message", { ...body, content });
    if (status !== 200) refused.push(`${talk.account.platform}: ${status} ${JSON.stringify(answer)}`);
  }
  await report.check("", "each text is scheduled", refused);
  const rows = await desk.query<{ id: string; due: Date }>(
    `with due as (
      select id, now() + (200 + $2 * array_position($1, id)) * interval '1 ms' as at from outgoing
        where id = any($1::uuid[]))
    update outgoing o set due_on = case when o.due_on is not null then at end,
      mail_due_on = case when mail_due_on is not null then at end,
      macro_due_on = case when macro_due_on is not null then at end
      from due where due.id = o.id returning o.id, at as due`,
    [texts.map(({ messageid }) => messageid), apart],
  );
  // A text without a row is never due, and the checks report it.
  const due = new Map(rows.map((row) => [row.id, row.due.getTime()]));
  return texts.map((text) => ({ ...text, due: due.get(text.messageid) ?? Number.POSITIVE_INFINITY }));
}

/** Names each text that a ticket still shows as waiting. */
async function waiting({ caller }: Stage, texts: Text[]): Promise<string[]> {
  const each = texts.map(async ({ talk, messageid }) => {
    const { status, body } = await caller("ingrid").get(`/${talk.ticketid}/outgoing`);
    if (status !== 200) return [`the list answers ${status}`];
    const left = (body as TicketOutgoing).outgoing.filter((one) => one.messageid === messageid);
    return left.map(({ reason, due_on }) => `waits: ${messageid}, ${reason?.code ?? `due ${due_on}`}`);
  });
  return (await Promise.all(each)).flat();
}

async function once({ desk }: Stage, texts: Text[]): Promise<string[]> {
  const rows = await desk.query<{ id: string; at: Date }>(
    "select id, created_on as at from message where id = any($1::uuid[])",
    [texts.map(({ messageid }) => messageid)],
  );
  return texts.flatMap(({ messageid, due }) => {
    const found = rows.filter(({ id }) => id === messageid);
    const right = found.length === 1 && (found[0]?.at.getTime() ?? 0) >= due;
    return right ? [] : [`${messageid}: ${found.map(({ at }) => at.toISOString()).join()}`];
  });
}

async function ranOnce({ desk }: Stage, texts: Text[]): Promise<string[]> {
  const rows = await desk.query<{ id: string; message_id: string | null; priority: string }>(
    `select run.id, run.message_id, ticket.priority from macro_run run join ticket on ticket.id = run.ticket_id
      where run.id = any($1::uuid[])`,
    [texts.map(({ runid }) => runid)],
  );
  return texts.flatMap(({ runid, messageid, content }) => {
    const run = rows.find(({ id }) => id === runid);
    const right = run?.priority === "urgent" && run.message_id === messageid;
    return right ? [] : [`${content}: ${JSON.stringify(run ?? null)}`];
  });
}

/** A delivery that the kill interrupted may be uncertain, and is not sent again: it is there once at most. */
async function reached(stage: Stage, texts: Text[]): Promise<string[]> {
  const ids = texts.map(({ messageid }) => messageid);
  const settled = async () =>
    (await stage.desk.query("select 1 from message where id = any($1::uuid[]) and status = 'queued'", [ids]))
      .length === 0;
  const never = await until("settled", settled, 60_000);
  const rows = await stage.desk.query<{ id: string; status: string }>(
    "select id, status from message where id = any($1::uuid[])",
    [ids],
  );
  const wrong = texts.flatMap(({ talk, messageid, content }) => {
    const status = rows.find(({ id }) => id === messageid)?.status;
    const times = talk.client.received().filter((text) => text === content).length;
    const right = status === "uncertain" ? times <= 1 : times === 1;
    return right ? [] : [`${content}: ${times} times, ${status}`];
  });
  return [...never, ...wrong];
}
