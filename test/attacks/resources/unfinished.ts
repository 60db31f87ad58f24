/** Bodies that never end at addresses of the neighbour's channels, beside a mail that their own server sends. */
import { setTimeout as wait } from "node:timers/promises";
import { mailOf, openMailboxes, pushSigned } from "../mail/mailboxes.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { runFlood } from "./attacker.ts";

const text = "A long mail.\r\n".repeat(100_000);
/** Milliseconds in which the bodies have come. */
const untilFull = 2000;

export async function unfinishedCalls(stage: Stage, trial: Trial): Promise<void> {
  const { theirs } = await openMailboxes(stage);
  const paths = [theirs.path, ...stage.signed.map(({ theirs: { path } }) => path)];
  const flooding = runFlood(stage, trial, "unfinished", { paths });
  await wait(untilFull);
  const { status, text: said } = await pushSigned(stage, theirs, mailOf(`mail${performance.now()}`, text));
  trial.note(status === 200 ? null : `a mail to the flooded address → ${status} ${said.slice(0, 200)}`);
  await flooding;
}
