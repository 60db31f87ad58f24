import type { Fault } from "../../../simulator/src/faults.ts";
import { type Conversation, type Stage, until } from "../stage.ts";

type Ending = "sent" | "failed" | "uncertain";
/** `gone`: what was queued behind it fails with it; what was written later is tried. */
type Case = { what: string; fault: Fault; ends: Ending; times: number; gone?: boolean };

const method = "sendMessage";
const cases: Case[] = [
  {
    what: "429, come back in a second",
    fault: { kind: "error", code: 429, retryAfter: 1 },
    ends: "sent",
    times: 1,
  },
  { what: "500", fault: { kind: "error", code: 500 }, ends: "uncertain", times: 0 },
  { what: "502, as from a proxy", fault: { kind: "error", code: 502 }, ends: "uncertain", times: 0 },
  {
    what: "403, the client has gone",
    fault: { kind: "error", code: 403 },
    ends: "failed",
    times: 0,
    gone: true,
  },
  { what: "a reset before it read it", fault: { kind: "reset" }, ends: "uncertain", times: 0 },
  {
    what: "a reset after it took the message",
    fault: { kind: "acceptThenDrop" },
    ends: "uncertain",
    times: 1,
  },
  { what: "an answer that is no JSON", fault: { kind: "badJson" }, ends: "uncertain", times: 1 },
  { what: "an answer after a second", fault: { kind: "latency", ms: 1000 }, ends: "sent", times: 1 },
];

export async function provider(stage: Stage): Promise<void> {
  const { desk, report, simulator } = stage;
  report.begin("The provider misbehaves");
  const talk = await stage.conversation("mira");
  const viewer = stage.viewer("mira");
  viewer.watch(talk.ticketid);
  for (const { what, fault, ends, times, gone = false } of cases) {
    simulator.control.addFault({ method, ...fault });
    const { messageid, text } = await talk.reply(stage.say("to a provider in trouble"));
    const after = await talk.reply(stage.say("the next"));
    const ended = await until(`${ends}, but ${await statusOf(stage, messageid)}`, async () => {
      const status = await statusOf(stage, messageid);
      const next = await statusOf(stage, after.messageid);
      return status !== "queued" && (next === "sent" || (gone && next === "failed"));
    });
    const status = await statusOf(stage, messageid);
    const got = talk.client.received().filter((received) => received === text).length;
    const right = status === ends && got === times;
    await report.check("P6", `${what}: ${ends}, on the phone ${times} times`, [
      ...ended,
      ...(right ? [] : [`${status}, on the phone ${got} times`]),
    ]);
  }
  await viewer.caughtUp();
  await report.check("P4", "the agent's screen tells each outcome", viewer.disagreement());
  viewer.close();
  await report.check("P6", "in all, nothing was sent twice by itself", stage.ledger.missent(desk));
}

/** Begins a send that is never answered; the answer waits for its end. */
export async function hangingProvider(stage: Stage): Promise<() => Promise<void>> {
  const { report, simulator } = stage;
  report.begin("The provider does not answer one message");
  const held = await stage.conversation("jonas");
  simulator.control.addFault({ kind: "acceptThenHang", method });
  const hanging = await held.reply(stage.say("into the void"));
  await simulator.control.waitForRequest({ method, person: held.client.id });
  const next = await held.reply(stage.say("behind it"));
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
    report.begin("The message that was not answered");
    const patience = Math.max(5000, 75_000 - (Date.now() - startedWaiting));
    const isOver = async () => (await statusOf(stage, next.messageid)) === "sent";
    const ended = await until("the message behind it is sent", isOver, patience);
    const status = await statusOf(stage, hanging.messageid);
    const right = status === "uncertain" ? [] : [`${status}`];
    await report.check("P5", "ended uncertain after a minute, and what waited behind it went out", [
      ...ended,
      ...right,
    ]);
  };
}

async function statusOf({ desk }: Stage, messageid: string): Promise<string | undefined> {
  const sql = "select status from message where id = $1";
  return (await desk.query<{ status: string }>(sql, [messageid]))[0]?.status;
}
