import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Reply } from "../ledger.ts";
import { startLoad } from "../load.ts";
import { type Stage, until } from "../stage.ts";

export async function killUnderLoad(stage: Stage, { rounds }: { rounds: number }): Promise<void> {
  const { desk, report } = stage;
  report.begin(`The app is killed under load, ${rounds} times`);
  const talks = await Promise.all([
    stage.conversation("mira"),
    stage.conversation("mira"),
    stage.conversation("jonas"),
  ]);
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

/** `patient` waits for a claim to run out by itself. */
export async function killWhileDelivering(stage: Stage, { patient }: { patient: boolean }): Promise<void> {
  const { desk, report, simulator } = stage;
  report.begin("The app is killed while the provider has a message");
  const method = "sendMessage";
  const talk = await stage.conversation("mira");
  const moments = [
    { what: "before it took it", fault: { kind: "hang", method } },
    { what: "after it took it", fault: { kind: "acceptThenHang", method } },
    { what: "while its answer is on the way", fault: { kind: "latency", ms: 200, method } },
  ] as const;
  for (const { what, fault } of moments) {
    simulator.control.addFault(fault);
    simulator.control.clearRequests();
    const reply = await talk.reply(stage.say("on its way"));
    const arrived = () => simulator.control.requests({ method, person: talk.client.id }).length > 0;
    await report.check("P5", "the provider has it", await until("it arrives", arrived));
    await desk.kill();
    await desk.start();
    if (!patient) await expireClaims(stage);
    const statusOf = async () =>
      (await desk.query<{ status: string }>("select status from message where id = $1", [reply.messageid]))[0]
        ?.status;
    const ended = await until(
      "settled",
      async () => (await statusOf()) !== "queued",
      patient ? 120_000 : 15_000,
    );
    const status = await statusOf();
    const got = talk.client.received().filter((text) => text === reply.text).length;
    await report.check("P6", `killed ${what}: ${status}, and the phone got it ${got} times`, [
      ...ended,
      ...(status === "uncertain" || status === "sent" ? [] : [`it is ${status}`]),
      ...(got <= 1 ? [] : ["it got it more than once"]),
    ]);
    const next = await talk.reply(stage.say("after the crash"));
    const sent = () => talk.client.received().includes(next.text);
    await report.check("P5", "what comes after it goes out", await until("sent", sent, 15_000));
  }
}

/**
 * A message that a killed process held is settled when its claim of 90 s has run out. This takes the claims made before
 * now back by that time, and nothing else.
 */
export async function expireClaims({ desk }: Stage): Promise<void> {
  await desk.query(
    "update message set sending_until = sending_until - interval '90 s' where status = 'queued' and sending_until > now()",
  );
}

export async function terminateUnderLoad(stage: Stage): Promise<void> {
  const { desk, report } = stage;
  report.begin("The app stops under load");
  const talks = await Promise.all([stage.conversation("mira"), stage.conversation("jonas")]);
  const viewer = stage.viewer("ingrid");
  for (const { ticketid } of talks) viewer.watch(ticketid);
  await viewer.caughtUp();
  const before = stage.ledger.replies.length;
  const load = startLoad(stage, talks);
  for (let round = 1; round <= 2; round++) {
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
    if (round === 1) load.resume();
  }
  viewer.close();
}

async function brokenOff({ desk }: Stage, replies: Reply[]): Promise<string[]> {
  const sql = "select content from message where id = any($1) and status not in ('queued', 'sent')";
  const rows = await desk.query<{ content: string }>(sql, [replies.map(({ messageid }) => messageid)]);
  return rows.map(({ content }) => content);
}
