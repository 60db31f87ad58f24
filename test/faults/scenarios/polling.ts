import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "../../../simulator/src/faults.ts";
import { startLoad } from "../load.ts";
import { confirmed, createPolledClient } from "../polled-client.ts";
import { type Conversation, type Stage, until } from "../stage.ts";
import { expireClaims } from "./kill.ts";

const method = "getUpdates";
const faults: Fault[] = [
  { kind: "acceptThenDrop", method },
  { kind: "badJson", method },
  { kind: "error", code: 500, method },
  { kind: "error", code: 429, retryAfter: 1, method },
  { kind: "reset", method },
];

/** A desk that Telegram cannot call asks for its messages: it is killed, and the answers to its questions are lost. */
export async function killWhilePolling(stage: Stage, { rounds }: { rounds: number }): Promise<void> {
  const { desk, house, report, simulator } = stage;
  const line = house.northwind;
  report.begin(`The app is killed while it asks for messages, ${rounds} times`);
  await desk.query("update channel set webhook_secret_hash = null where id = $1", [line.id]);
  const talks = await Promise.all(["Aylin", "Bo", "Carmen"].map((name) => conversation(stage, name)));
  const clients = talks.map(({ client }) => client);
  const viewer = stage.viewer("omar");
  for (const { ticketid } of talks) viewer.watch(ticketid);
  await viewer.caughtUp();
  const load = startLoad(stage, talks);
  for (let round = 1; round <= rounds; round++) {
    const fault = faults[(round - 1) % faults.length];
    if (fault) simulator.control.addFault(fault);
    await wait(randomInt(200, 1500));
    await desk.kill();
    await wait(randomInt(0, 300));
    await desk.start();
    await wait(randomInt(0, 500));
    await load.pause();
    const what = `kill ${round} (${load.count()} messages so far, one answer lost by ${fault?.kind})`;
    await report.check("P1", `${what}: Telegram keeps nothing`, confirmed(simulator, line, clients));
    await expireClaims(stage);
    await stage.checkAll(what, [viewer]);
    if (round < rounds) load.resume();
  }
  simulator.control.clearFaults();
  viewer.close();
}

async function conversation(stage: Stage, name: string): Promise<Conversation> {
  const { desk, house, ledger, simulator } = stage;
  const client = await createPolledClient(simulator, house.northwind, name);
  ledger.clients.push(client);
  await client.write(stage.say("hello"));
  const sql = "select 1 from ticket where client_external_id = $1";
  const there = async () => (await desk.query(sql, [String(client.id)])).length > 0;
  const missing = await until("the desk has asked for the first message", there, 15_000);
  if (missing.length > 0) throw new Error(`${missing.join()}\n${desk.log()}`);
  return stage.converse(client, "omar");
}
