import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Trouble } from "../../../simulator/src/faults.ts";
import { simulated } from "../../../simulator/src/registry.ts";
import { explainSilence } from "../explain.ts";
import { startLoad } from "../load.ts";
import { createPlayedClient } from "../played-client.ts";
import type { Conversation, Stage } from "../stage.ts";
import { expireClaims } from "./kill.ts";

const faults: Trouble[] = [
  { kind: "acceptThenDrop" },
  { kind: "badJson" },
  { kind: "error", code: 500 },
  { kind: "error", code: 429, retryAfter: 1 },
  { kind: "reset" },
];

/** A desk that the provider cannot call polls its messages: it is killed, and answers to its polls are lost. */
export async function killWhilePolling(stage: Stage, { rounds }: { rounds: number }): Promise<void> {
  const { desk, house, report, simulator } = stage;
  const line = house.northwind;
  const method = simulated[line.platform]?.polling ?? "";
  report.begin(`The app is killed while it asks for messages, ${rounds} times`);
  await desk.query("update channel set webhook_secret_hash = null where id = $1", [line.id]);
  const talks = await Promise.all(["Aylin", "Bo", "Carmen"].map((name) => conversation(stage, name)));
  const viewer = stage.viewer("omar");
  for (const { ticketid } of talks) viewer.watch(ticketid);
  await viewer.caughtUp();
  const load = startLoad(stage, talks);
  const first = randomInt(0, faults.length);
  for (let round = 1; round <= rounds; round++) {
    const fault = faults[(first + round) % faults.length];
    if (fault) simulator.control.addFault({ ...fault, bot: line.botId, method });
    await wait(randomInt(200, 1500));
    await desk.kill();
    await wait(randomInt(0, 300));
    await desk.start();
    await wait(randomInt(0, 500));
    await load.pause();
    const what = `kill ${round} (${load.count()} messages so far, one answer lost by ${fault?.kind})`;
    const kept = simulator.control.delivered(line.botId, 30_000).then(() => []);
    await report.check("P1", `${what}: the provider keeps nothing`, kept);
    await expireClaims(stage);
    await stage.checkAll(what, [viewer]);
    if (round < rounds) load.resume();
  }
  simulator.control.clearFaults();
  viewer.close();
}

async function conversation(stage: Stage, name: string): Promise<Conversation> {
  const { desk, house, ledger, simulator } = stage;
  const { botId } = house.northwind;
  const explain = () => explainSilence(simulator, desk, botId);
  const client = await createPlayedClient(simulator, botId, { firstName: name, explain });
  ledger.clients.push(client);
  await client.write(stage.say("hello"));
  return stage.converse(client, "omar");
}
