/** Mails that begin a conversation leave later while the worker is killed: each opens one ticket with one message, and its reader gets it once. */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Account } from "../accounts.ts";
import { holdWorker } from "../hold-worker.ts";
import { createPlayedClient, type PlayedClient } from "../played-client.ts";
import { type Stage, until } from "../stage.ts";

/** Milliseconds in which the mails have to leave, from the worker's start. */
const allowed = 30_000;

type FirstMail = { client: PlayedClient; messageid: string; content: string };

type Moment = { what: string; arrive(stage: Stage): Promise<() => Promise<void>> };

const moments: Moment[] = [
  {
    what: "at a random moment",
    async arrive() {
      await wait(randomInt(100, 600));
      return async () => undefined;
    },
  },
  {
    what: "with a mail gone from those that wait, and its ticket not there yet",
    arrive: (stage) => holdWorker(stage, "lock table ticket in share mode"),
  },
  {
    what: "between a ticket and its first message",
    arrive: (stage) => holdWorker(stage, "lock table message in share mode"),
  },
];

export async function firstMailsLeave(
  stage: Stage,
  { rounds, mails }: { rounds: number; mails: number },
): Promise<void> {
  const all = Array.from({ length: rounds }, () => moments).flat();
  stage.report.begin(
    `Mails that begin a conversation leave while the worker is killed, ${all.length} times, ${mails} each`,
  );
  const account = stage.accounts.find(({ platform }) => platform === "email");
  if (!account) throw new Error("The stage has no mailbox");
  for (const moment of all) await leaveWhileKilled(stage, account, moment, mails);
}

async function leaveWhileKilled(
  stage: Stage,
  account: Account,
  { what, arrive }: Moment,
  count: number,
): Promise<void> {
  const { desk, report } = stage;
  const mails = await scheduleAll(stage, account, count);
  const ids = mails.map(({ messageid }) => messageid);
  const release = await arrive(stage);
  await desk.kill();
  await release();
  await desk.start();
  const waiting = () => desk.query<{ id: string }>("select id from outgoing where id = any($1)", [ids]);
  const late = await until("none waits", async () => (await waiting()).length === 0, allowed);
  await report.check("", `killed ${what}: all have left`, [
    ...late,
    ...(await waiting()).map(({ id }) => id),
  ]);
  await report.check("P2", `killed ${what}: each is the first message of one ticket`, begun(stage, mails));
  await report.check("", `killed ${what}: each reader got it once`, reached(stage, mails));
}

async function scheduleAll(stage: Stage, account: Account, count: number): Promise<FirstMail[]> {
  const { simulator, desk, caller, say, report } = stage;
  const mails: FirstMail[] = [];
  const refused: string[] = [];
  for (let mail = 0; mail < count; mail++) {
    // The ledger of sent messages does not hold this client's.
    const client = await createPlayedClient(simulator, account.id, { firstName: "Iris" });
    const [messageid, content] = [randomUUID(), say("first")];
    const to = [{ name: "Iris", address: String(client.id) }];
    const { status, body } = await caller("mira").surely("/schedule-first-mail", {
      ...{ channelid: account.channelid, leaves: "hour" },
      mail: { messageid, to, subject: content, html: `<p>${content}</p>` },
    });
    if (status !== 200) refused.push(`${status} ${JSON.stringify(body)}`);
    mails.push({ client, messageid, content });
  }
  await report.check("", "each first mail is scheduled", refused);
  await desk.query("update outgoing set mail_due_on = now() + interval '200 ms' where id = any($1)", [
    mails.map(({ messageid }) => messageid),
  ]);
  return mails;
}

async function begun({ desk }: Stage, mails: FirstMail[]): Promise<string[]> {
  const each = mails.map(async ({ client, messageid, content }) => {
    const tickets = await desk.query<{ messages: string[] }>(
      `select array(select m.id::text from message m where m.ticket_id = t.id order by seq) as messages
        from ticket t where client_external_id = $1`,
      [String(client.id)],
    );
    const right = tickets.length === 1 && tickets[0]?.messages.join() === messageid;
    return right ? [] : [`${content}: ${JSON.stringify(tickets)}`];
  });
  return (await Promise.all(each)).flat();
}

/** A delivery that the kill interrupted may be uncertain, and is not sent again: it is there once at most. */
async function reached({ desk }: Stage, mails: FirstMail[]): Promise<string[]> {
  const ids = mails.map(({ messageid }) => messageid);
  const statuses = () =>
    desk.query<{ id: string; status: string }>("select id, status from message where id = any($1)", [ids]);
  const settled = async () => (await statuses()).every(({ status }) => status !== "queued");
  const late = await until("settled", settled, 60_000);
  const now = new Map((await statuses()).map(({ id, status }) => [id, status]));
  const wrong = mails.flatMap(({ client, messageid, content }) => {
    const times = client.received().filter((text) => text === content).length;
    const right = now.get(messageid) === "uncertain" ? times <= 1 : times === 1;
    return right ? [] : [`${content}: ${times} times, ${now.get(messageid)}`];
  });
  return [...late, ...wrong];
}
