import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Trouble } from "../../../simulator/src/faults.ts";
import { isArrived, type Reply } from "../ledger.ts";
import { startLoad } from "../load.ts";
import { type Stage, type Talk, until } from "../stage.ts";

export async function killUnderLoad(stage: Stage, { rounds }: { rounds: number }): Promise<void> {
  const { desk, report } = stage;
  report.begin(`The app is killed under load, ${rounds} times`);
  const talks = await stage.everywhere("mira", "mira", "jonas");
  const viewers = [stage.viewer("mira"), stage.viewer("ingrid")];
  for (const viewer of viewers) for (const { ticketid } of talks) viewer.watch(ticketid);
  await Promise.all(viewers.map((viewer) => viewer.caughtUp()));
  const load = startLoad(stage, talks);
  for (let round = 1; round <= rounds; round++) {
    await wait(randomInt(100, 1500));
    await desk.kill();
    await wait(randomInt(0, 300));
    const startedAt = performance.now();
    await desk.start();
    const restart = Math.round(performance.now() - startedAt);
    await wait(randomInt(0, 500));
    await load.pause();
    await expireClaims(stage);
    await stage.checkAll(`kill ${round} (${load.count()} messages so far, back in ${restart} ms)`, viewers);
    if (round < rounds) load.resume();
  }
  for (const viewer of viewers) viewer.close();
}

/**
 * Each provider is at another moment, and with four rounds each has been at all; the first round's are drawn by lot.
 * `untilExpiry` waits for a claim to expire by itself.
 */
export async function killWhileDelivering(
  stage: Stage,
  { rounds, untilExpiry }: { rounds: number; untilExpiry: boolean },
): Promise<void> {
  const { desk, report, simulator } = stage;
  const talks = await stage.everywhere("mira");
  const moments: { what: string; fault: Trouble }[] = [
    { what: "before it took it", fault: { kind: "hang" } },
    { what: "after it took it", fault: { kind: "acceptThenHang" } },
    { what: "while its answer is on the way", fault: { kind: "acceptThenWait", ms: 200 } },
    { what: "while the message is on the way", fault: { kind: "latency", ms: 200 } },
  ];
  report.begin(
    `The app is killed while the providers have a message each, ${rounds * talks.length} of ${moments.length * talks.length} moments of a provider, ${rounds} × kill -9`,
  );
  const first = randomInt(0, moments.length);
  for (let round = 0; round < rounds; round++) {
    const tries = talks.map((talk, at) => {
      const { what, fault } = moments[(first + round + at) % moments.length] as (typeof moments)[number];
      return { talk, what, sending: sendInto(stage, talk, fault) };
    });
    const replies = await Promise.all(tries.map(({ sending }) => sending));
    await desk.kill();
    await desk.start();
    if (!untilExpiry) await expireClaims(stage);
    await Promise.all(
      tries.map(({ talk, what }, at) =>
        settleAfterKill(stage, talk, what, replies[at] as Reply, untilExpiry),
      ),
    );
    simulator.control.clearFaults();
  }
}

/** Sends a reply; resolves when the provider has it. */
async function sendInto(stage: Stage, { account, reply }: Talk, fault: Trouble): Promise<Reply> {
  const { control } = stage.simulator;
  const of = { bot: account.id, method: account.sending.method };
  control.addFault({ ...of, ...fault });
  const before = control.requests(of).length;
  const sent = await reply(stage.say("on its way"));
  const arrived = () => control.requests(of).length > before;
  const found = await until("it arrives", arrived);
  await stage.report.check("P5", `${account.platform}: the provider has it`, found);
  return sent;
}

async function settleAfterKill(
  stage: Stage,
  { account, client, reply }: Talk,
  what: string,
  { messageid, text }: Reply,
  untilExpiry: boolean,
): Promise<void> {
  const { desk, report } = stage;
  const { platform, sending } = account;
  const statusOf = async () =>
    (await desk.query<{ status: string }>("select status from message where id = $1", [messageid]))[0]
      ?.status;
  const ended = await until(
    "settled",
    async () => (await statusOf()) !== "queued",
    untilExpiry ? 120_000 : 15_000,
  );
  const got = client.received().filter((received) => received === text).length;
  const receipted = () => client.receipts().get(text) !== undefined;
  if (sending.settles && got > 0)
    ended.push(
      ...(await until(
        "settled by its receipt",
        async () => receipted() && (await statusOf()) !== "uncertain",
      )),
    );
  const status = await statusOf();
  await report.check("P6", `${platform}, killed ${what}: ${status}, and the phone got it ${got} times`, [
    ...ended,
    ...(status === "uncertain" || isArrived(status) ? [] : [`it is ${status}`]),
    ...(got <= 1 ? [] : ["it got it more than once"]),
  ]);
  const next = await reply(stage.say("after the crash"));
  const sent = () => client.received().includes(next.text);
  await report.check("P5", `${platform}: what comes after it goes out`, await until("sent", sent, 15_000));
}

/**
 * A message that a killed process held is settled when its claim of 90 s has expired. This ages the present claims by
 * that time, and nothing else.
 */
export async function expireClaims({ desk }: Stage): Promise<void> {
  await desk.query(
    "update message set sending_until = sending_until - interval '90 s' where status = 'queued' and sending_until > now()",
  );
}

export async function terminateUnderLoad(stage: Stage, { rounds }: { rounds: number }): Promise<void> {
  const { desk, report } = stage;
  report.begin(`The app stops under load, ${rounds} times`);
  const talks = await stage.everywhere("mira", "jonas");
  const viewer = stage.viewer("ingrid");
  for (const { ticketid } of talks) viewer.watch(ticketid);
  await viewer.caughtUp();
  const before = stage.ledger.replies.length;
  const load = startLoad(stage, talks);
  for (let round = 1; round <= rounds; round++) {
    await wait(500);
    const { code, milliseconds } = await desk.stop();
    const took = `${(milliseconds / 1000).toFixed(1)} s`;
    const right = code === 0 && milliseconds < 10_000;
    await report.check(
      "P1",
      `ends in order within 10 s (${took})`,
      right ? [] : [`${code} after ${took}\n${desk.log()}`],
    );
    await desk.start();
    await load.pause();
    await report.check(
      "P5",
      "nothing was broken off in the middle",
      brokenOff(stage, stage.ledger.replies.slice(before)),
    );
    await stage.checkAll(`stop ${round}`, [viewer]);
    if (round < rounds) load.resume();
  }
  viewer.close();
}

async function brokenOff({ desk }: Stage, replies: Reply[]): Promise<string[]> {
  const sql = "select content from message where id = any($1) and status in ('failed', 'uncertain')";
  const rows = await desk.query<{ content: string }>(sql, [replies.map(({ messageid }) => messageid)]);
  return rows.map(({ content }) => content);
}
