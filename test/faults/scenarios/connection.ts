import { setTimeout as wait } from "node:timers/promises";
import { type Network, openNetwork } from "../proxy.ts";
import type { Conversation, Stage } from "../stage.ts";
import type { Viewer } from "../viewer.ts";

/** `rounds`: the network is cut for a second so many times. `longCut`: seconds. */
export async function connections(
  stage: Stage,
  { rounds: shortCuts, longCut }: { rounds: number; longCut: number },
): Promise<void> {
  const { desk, report } = stage;
  report.begin("The network between an agent and the desk fails");
  const { port } = new URL(desk.url);
  const network = await openNetwork({ host: "127.0.0.1", port: Number(port) });
  const talk = await stage.conversation("mira");
  const viewer = stage.viewer("mira", `http://127.0.0.1:${network.port}`);
  viewer.watch(talk.ticketid);
  await viewer.caughtUp();

  for (const [seconds, rounds] of [
    [1, shortCuts],
    [longCut, 1],
  ] as const) {
    for (let round = 1; round <= rounds; round++) {
      network.cut();
      await writeFor(stage, talk, seconds * 1000);
      network.heal();
      await agreesOnceConnected(stage, viewer, `cut for ${seconds} s (${round} of ${rounds})`);
    }
  }
  network.delay(150);
  await writeFor(stage, talk, 1000);
  await wait(500);
  await report.check("P4", "with 150 ms of delay each way, nothing cut", viewer.disagreement());
  network.delay(0);
  await halfOpen(stage, talk, viewer, network);
  viewer.close();
  await network.close();
}

/** The desk's packets vanish without an error: the console notices the silence. */
async function halfOpen(stage: Stage, talk: Conversation, viewer: Viewer, network: Network): Promise<void> {
  network.deafen();
  await writeFor(stage, talk, 300);
  const startedAt = Date.now();
  while (viewer.connected() && Date.now() - startedAt < 25_000) await wait(50);
  const found = viewer.connected() ? ["still thought to be connected after 25 s"] : [];
  await stage.report.check("P4", "a half-open connection is found within 18 s", found);
  network.heal();
  await agreesOnceConnected(stage, viewer, "after a half-open connection");
}

async function agreesOnceConnected({ report }: Stage, viewer: Viewer, when: string): Promise<void> {
  const looking = viewer.caughtUp(15_000).then(() => viewer.disagreement());
  await report.check("P4", `${when}: shows what a fresh fetch shows`, looking);
}

async function writeFor(stage: Stage, { client, reply }: Conversation, milliseconds: number): Promise<void> {
  for (const startedAt = Date.now(); Date.now() - startedAt < milliseconds; await wait(40)) {
    await client.write(stage.say("meanwhile"));
    await reply(stage.say("certainly"));
  }
}
