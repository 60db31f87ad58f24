import type { Sending, Trouble } from "../../../simulator/src/faults.ts";
import { isArrived } from "../ledger.ts";
import { type Conversation, type Stage, type Talk, until } from "../stage.ts";

type Ending = "sent" | "failed" | "uncertain";
/** `gone`: messages queued behind it fail with it; later ones are tried. */
type Case = {
  what: string;
  trouble: (sending: Sending) => Trouble;
  ends: Ending;
  times: number;
  gone?: boolean;
};

const cases: Case[] = [
  { what: "come back in a second", trouble: ({ busy }) => busy, ends: "sent", times: 1 },
  { what: "a failure of its own", trouble: ({ failing }) => failing, ends: "uncertain", times: 0 },
  { what: "the client has gone", trouble: ({ gone }) => gone, ends: "failed", times: 0, gone: true },
  { what: "a reset before it read it", trouble: () => ({ kind: "reset" }), ends: "uncertain", times: 0 },
  {
    what: "a reset after it took the message",
    trouble: () => ({ kind: "acceptThenDrop" }),
    ends: "uncertain",
    times: 1,
  },
  { what: "an answer that is no JSON", trouble: () => ({ kind: "badJson" }), ends: "uncertain", times: 1 },
  {
    what: "a second before it takes it",
    trouble: () => ({ kind: "latency", ms: 1000 }),
    ends: "sent",
    times: 1,
  },
  {
    what: "an answer after a second",
    trouble: () => ({ kind: "acceptThenWait", ms: 1000 }),
    ends: "sent",
    times: 1,
  },
];

export async function provider(stage: Stage): Promise<void> {
  const { desk, report } = stage;
  report.begin("The providers misbehave");
  const talks = await stage.everywhere("mira");
  const viewer = stage.viewer("mira");
  for (const { ticketid } of talks) viewer.watch(ticketid);
  await Promise.all(talks.map((talk) => misbehave(stage, talk)));
  await viewer.caughtUp();
  await report.check("P4", "the agent's screen tells each outcome", viewer.disagreement());
  viewer.close();
  await report.check("P6", "in all, nothing was sent twice by itself", stage.ledger.missent(desk));
}

async function misbehave(stage: Stage, { account, client, reply }: Talk): Promise<void> {
  const { report, simulator } = stage;
  const { id, platform, sending } = account;
  for (const { what, trouble, ends, times, gone = false } of cases) {
    simulator.control.addFault({ bot: id, method: sending.method, ...trouble(sending) });
    const { messageid, text } = await reply(stage.say("to a provider in trouble"));
    const after = await reply(stage.say("the next"));
    const end = ends === "uncertain" && times === 1 && sending.settles ? "sent" : ends;
    const isEnd = (status: string | undefined) => (end === "sent" ? isArrived(status) : status === end);
    const ended = await until(`${end}, but ${await statusOf(stage, messageid)}`, async () => {
      const next = await statusOf(stage, after.messageid);
      return isEnd(await statusOf(stage, messageid)) && (isArrived(next) || (gone && next === "failed"));
    });
    const status = await statusOf(stage, messageid);
    const got = client.received().filter((received) => received === text).length;
    const right = isEnd(status) && got === times;
    await report.check("P6", `${platform}: ${what}: ${end}, on the phone ${times} times`, [
      ...ended,
      ...(right ? [] : [`${status}, on the phone ${got} times`]),
    ]);
  }
}

/** Begins a send at each provider that is never answered; the returned function waits for their end. */
export async function hangingProvider(stage: Stage): Promise<() => Promise<void>> {
  const { report } = stage;
  report.begin("The providers do not answer one message");
  const held = await stage.everywhere("jonas");
  const stuck = await Promise.all(held.map((talk) => hang(stage, talk)));
  const others = await Promise.all([stage.conversation("mira"), stage.conversation("ingrid")]);
  for (const other of others) await other.reply(stage.say("past it"));
  const sent = (one: Conversation) => one.client.received().length === 1;
  await report.check(
    "P5",
    "other tickets are not held up",
    await until("sent", () => others.every(sent), 2000),
  );
  const startedWaiting = Date.now();
  return async () => {
    report.begin("The messages that were not answered");
    await Promise.all(
      stuck.map(async ({ platform, hanging, next }) => {
        const timeout = Math.max(5000, 75_000 - (Date.now() - startedWaiting));
        const isOver = async () => isArrived(await statusOf(stage, next.messageid));
        const ended = await until("the message behind it is sent", isOver, timeout);
        const status = await statusOf(stage, hanging.messageid);
        const what = `${platform}: ended uncertain after a minute, and what waited behind it went out`;
        await report.check("P5", what, [...ended, ...(status === "uncertain" ? [] : [`${status}`])]);
      }),
    );
  };
}

async function hang(stage: Stage, { account, reply }: Talk) {
  const { id, platform, sending } = account;
  const { control } = stage.simulator;
  const of = { bot: id, method: sending.method };
  const before = control.requests(of).length;
  // Where a receipt settles an accepted message, only a message that was not accepted stays unanswered.
  control.addFault({ ...of, kind: sending.settles ? "hang" : "acceptThenHang" });
  const hanging = await reply(stage.say("into the void"));
  await until("it arrives", () => control.requests(of).length > before);
  return { platform, hanging, next: await reply(stage.say("behind it")) };
}

async function statusOf({ desk }: Stage, messageid: string): Promise<string | undefined> {
  const sql = "select status from message where id = $1";
  return (await desk.query<{ status: string }>(sql, [messageid]))[0]?.status;
}
